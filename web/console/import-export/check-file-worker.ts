import { checkFile } from './check-file.ts';

/** A thread of its own: while a large file is read the page stays usable. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage(await checkFile(data));
};
