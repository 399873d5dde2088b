import { createHash } from 'node:crypto';
import { looksCss } from '../../../core/design/looks.ts';
import { categoriesCss } from '../../../core/design/tokens.ts';
import { directory, oncePerDirectory } from '../../../core/directory/current.ts';

/** A stylesheet, with a content hash as file name. */
function stylesheetOf(source: string): { name: string; source: string } {
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 10);
  return { name: `${hash}.css`, source };
}

/** The stylesheet of the configuration in force: hues of the categories, and the looks. */
export const themeFile = oncePerDirectory(() => {
  const { categories, looks } = directory();
  return stylesheetOf(`${categoriesCss(categories.list)}${looksCss(looks)}`);
});

/** The owner's own stylesheet. The console does not have it: a mistake in it must not lock the owner out. */
export const ownCssFile = oncePerDirectory(() => stylesheetOf(directory().looks.css));
