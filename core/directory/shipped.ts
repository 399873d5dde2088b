import shipped from '../../content/directory.json' with { type: 'json' };
import { type DirectoryConfig, directoryConfigSchema } from './config.ts';
import { setDirectory } from './current.ts';

/** The configuration that comes with the program: what a database without one of its own has. */
export const SHIPPED_DIRECTORY: DirectoryConfig = directoryConfigSchema.parse(shipped);

setDirectory(SHIPPED_DIRECTORY);
