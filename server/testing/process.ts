import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';

const SCRIPTS = {
  api: fileURLToPath(new URL('./serve-api.ts', import.meta.url)),
  /** With its pages, which have to be built. */
  whole: fileURLToPath(new URL('../../build/app/main.js', import.meta.url)),
};
const START_WITHIN = 60_000;

export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Standard output and log so far. */
  output(): string;
  /** Sends a signal and waits for the end. Returns the exit code, null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** A call over HTTP; JSON both ways. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json: unknown; headers: Headers }>;
}

/** Environment of every process that a test starts: where programs are, and where compiled code is cached. */
export const PROCESS_ENV = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

/** Processes that were started and have not ended. */
const unended = new Map<ChildProcess, Promise<unknown>>();

/** Kills what a test left behind that failed or ran out of time. */
export async function endProcesses(): Promise<void> {
  for (const child of unended.keys()) child.kill('SIGKILL');
  await Promise.all(unended.values());
}

/**
 * Starts the server as a process of its own and waits until it is ready.
 * @param variables its settings; without PORT it gets a free one
 * @param isReady asks whether it is ready; by default over HTTP
 */
export async function startProcess(
  databaseUrl: string,
  folder: string,
  variables: Record<string, string> = {},
  script: keyof typeof SCRIPTS | { file: string } = 'api',
  isReady?: () => Promise<boolean>,
): Promise<ServerProcess> {
  const port = Number(variables['PORT'] ?? (await freePort()));
  const child = spawn(process.execPath, [typeof script === 'string' ? SCRIPTS[script] : script.file], {
    env: {
      ...PROCESS_ENV,
      PORT: String(port),
      HOST: '127.0.0.1',
      VAR_DIR: folder,
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret of the tests, long enough',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  unended.set(
    child,
    exited.then(() => unended.delete(child)),
  );
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_WITHIN;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The server did not start:\n${output}`);
    }
    if (await (isReady?.() ?? fetch(`${url}/readyz`).then((answer) => answer.ok)).catch(() => false)) break;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    url,
    child,
    output: () => output,
    async end(signal) {
      child.kill(signal);
      return exited;
    },
    async call(method, path, body, headers = {}) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, json: text ? JSON.parse(text) : null, headers: answer.headers };
    },
  };
}
