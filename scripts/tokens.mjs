// Writes the stylesheets of the design's tokens and of the pictures of states: npm run tokens
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateCss } from '../core/design/state.ts';
import { tokensCss } from '../core/design/tokens.ts';
import { ROOT } from './install.mjs';

const shipped = JSON.parse(readFileSync(join(ROOT, 'content', 'directory.json'), 'utf8'));

writeFileSync(join(ROOT, 'web', 'tokens.css'), tokensCss(shipped.categories.list));
writeFileSync(
  join(ROOT, 'web', 'states.css'),
  `/* Written by \`npm run tokens\` from core/design/state.ts. */\n${stateCss()}\n`,
);
