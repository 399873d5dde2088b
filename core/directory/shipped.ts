import shipped from '../../content/directory.json' with { type: 'json' };
import { type DirectoryConfig, directoryConfigSchema } from './config.ts';
import { setDirectory } from './current.ts';

/** The shipped configuration, in force for a database without a configuration of its own. */
export const SHIPPED_DIRECTORY: DirectoryConfig = directoryConfigSchema.parse(shipped);

setDirectory(SHIPPED_DIRECTORY);
