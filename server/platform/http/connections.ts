import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { lineOf } from '../limits/network.ts';

/** Open files that are reserved for the database, logs, threads. */
const OTHER_FILES = 256;
/** Share of all connections that one network may hold, but at least enough for an office. */
const SHARE_OF_ONE = 1 / 8;
const LEAST_OF_ONE = 32;

let openFiles: { max: number | undefined } | undefined;

/** Limit of open files of the process; undefined where the system has none. */
export function openFilesMax(): number | undefined {
  openFiles ??= { max: readOpenFilesMax() };
  return openFiles.max;
}

/** A report takes some 20 ms, and the limit stays what it is while the process runs. */
function readOpenFilesMax(): number | undefined {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } };
  };
  // Node raises the soft limit as far as the hard one allows when it starts.
  const most = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(most) && most > 0 ? most : undefined;
}

/**
 * Limits connections to the open-file limit of the process, and those of one network to a share. Connections beyond
 * are closed at once.
 * @param each whether networks are told apart; behind a proxy all connections come from the proxy
 */
export function boundConnections(
  server: Server,
  { files = openFilesMax(), each }: { files?: number | undefined; each: boolean },
): void {
  if (files === undefined) return;
  const most = Math.max(1, files - Math.min(OTHER_FILES, Math.ceil(files / 2)));
  server.maxConnections = most;
  if (!each) return;
  const mostOfOne = Math.max(LEAST_OF_ONE, Math.floor(most * SHARE_OF_ONE));
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) return;
    const network = lineOf(socket.remoteAddress);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > mostOfOne) socket.destroy();
  });
}
