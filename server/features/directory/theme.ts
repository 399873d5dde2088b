import { createHash } from 'node:crypto';
import { categoriesCss } from '../../../core/design/tokens.ts';
import { directory, directoryVersion } from '../../../core/directory/current.ts';

let made: { version: number; name: string; source: string } | undefined;

/** The stylesheet of the configuration in force, and the name that changes with its content. */
export function themeFile(): { name: string; source: string } {
  if (made?.version !== directoryVersion()) {
    const source = categoriesCss(directory().categories.list);
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 10);
    made = { version: directoryVersion(), name: `${hash}.css`, source };
  }
  return made;
}
