import { createHash } from 'node:crypto';
import { categoriesCss } from '../../../core/design/tokens.ts';
import { directory, oncePerDirectory } from '../../../core/directory/current.ts';

/** The stylesheet of the configuration in force, and the name that changes with its content. */
export const themeFile = oncePerDirectory(() => {
  const source = categoriesCss(directory().categories.list);
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 10);
  return { name: `${hash}.css`, source };
});
