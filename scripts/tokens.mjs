// Writes the stylesheets of the design's tokens and of the pictures of states: npm run tokens
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateCss } from '../core/design/state.ts';
import { tokensCss } from '../core/design/tokens.ts';
import { ROOT } from './install.mjs';

writeFileSync(join(ROOT, 'web', 'tokens.css'), tokensCss());
writeFileSync(
  join(ROOT, 'web', 'states.css'),
  `/* Written by \`npm run tokens\` from core/design/state.ts. */\n${stateCss()}\n`,
);
