// Writes the stylesheet of the design's tokens: npm run tokens
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokensCss } from '../core/design/tokens.ts';
import { ROOT } from './install.mjs';

writeFileSync(join(ROOT, 'web', 'tokens.css'), tokensCss());
