import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { loadPanelContent } from './companies/panel-content.ts';
import { hashInlineScripts, hashOf, policyOf } from './content-security.ts';
import { pageContext } from './page-context.ts';
import { BOOT_SCRIPT, LATER } from './shell/boot-script.ts';
import { Nonce } from './shell/nonce.ts';
import { Stills } from './still/still.tsx';

export { pageContext } from './page-context.ts';

/**
 * Renders a page whole, because it is kept and because its policy needs every inline script. It goes
 * out as a text: the body of a Response would be made bytes, and read again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  { serverHandoffStream, ...context }: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  loaded ??= loadPanelContent();
  const [data] = await Promise.all([serverHandoffStream && text(serverHandoffStream), loaded]);
  const given = loadContext.get(pageContext);
  // As good as 15 random bytes, without a call into the system for each page.
  const nonce = randomUUID();
  const rendered = await render(
    <Nonce value={nonce}>
      <Stills value={given.stills?.map((_part, i) => placeOf(i, nonce))}>
        <ServerRouter context={ofMatched(context)} url={request.url} nonce={nonce} />
      </Stills>
    </Nonce>,
  );
  const { html, hashes } = hashInlineScripts(rendered, nonce, import.meta.env.DEV ? undefined : aliveLater);
  const handOver = data === undefined ? undefined : giveData(data);
  if (handOver) hashes.add(hashOf(handOver));
  if (BOOT_HASH) hashes.add(BOOT_HASH);
  headers.set('content-type', 'text/html; charset=utf-8');
  // Vite's reload client in development brings its own inline script and styles.
  headers.set('content-security-policy', import.meta.env.DEV ? "frame-ancestors 'none'" : policyOf(hashes));
  const end = html.lastIndexOf('</body>');
  given.html =
    withStills(html.slice(0, end), given.stills ?? [], nonce) +
    (handOver ? inline(handOver) : '') +
    (BOOT_HASH ? inline(BOOT_SCRIPT) : '') +
    html.slice(end);
  return new Response(null, { status, headers });
}

/** In development the modules are many, and Vite's client starts them. */
const BOOT_HASH = import.meta.env.DEV ? undefined : hashOf(BOOT_SCRIPT);

/** The same with those routes alone that match: the router makes all that it is given anew for each page. */
function ofMatched({ manifest, ...context }: EntryContext): EntryContext {
  const matched = context.staticHandlerContext.matches.flatMap(({ route: { id } }) => {
    const route = manifest.routes[id];
    return route ? [[id, route] as const] : [];
  });
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(matched) } };
}

/** What pages draw here and their browsers load on demand. */
let loaded: Promise<unknown> | undefined;

/** Stands for a still part, most of a page, until all that looks through the page has done so. */
const placeOf = (part: number, nonce: string) => `<!--${nonce} ${part}-->`;

/** Puts the still parts into their places. */
function withStills(html: string, stills: readonly string[], nonce: string): string {
  const [first = '', ...rest] = html.split(`<!--${nonce} `);
  let page = first;
  for (const piece of rest) {
    const end = piece.indexOf('-->');
    page += stills[Number(piece.slice(0, end))] + piece.slice(end + 3);
  }
  return page;
}

/** What React writes in place of a part that waits for something, or that failed. */
const UNFINISHED = '<!--$!-->';

/** Most pages wait for nothing, and are done at once; the others are written once all of them is there. */
async function render(page: ReactNode): Promise<string> {
  const html = renderToString(page);
  // What the stream writes first, and a text of React's does not have.
  return html.includes(UNFINISHED) ? renderWaiting(page) : `<!DOCTYPE html>${html}`;
}

function renderWaiting(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const sink = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part);
        done();
      },
      final(done) {
        resolve(Buffer.concat(parts).toString());
        done();
      },
    });
    const { pipe } = renderToPipeableStream(page, {
      // A part that is large would come after the page, put in its place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: reject,
      onAllReady: () => pipe(sink),
    });
  });
}

/** Gives the router what the loaders answered, which it reads as it comes alive. */
function giveData(data: string): string {
  const controller = 'window.__reactRouterContext.streamController';
  return `${controller}.enqueue(${scriptText(data)});${controller}.close()`;
}

const ESCAPED: Record<string, string> = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** A text within a script of a page; in the marks that JSON does not use, which it is full of. */
const scriptText = (text: string) =>
  `'${text.replace(/['\\\n\r<\u2028\u2029]/g, (sign) => ESCAPED[sign] ?? sign)}'`;

/** Of a page that comes alive once it is painted: what the router would ask for and run at once waits for it. */
const aliveLater = (tag: string) =>
  tag
    .replace('<link rel="modulepreload"', `<link rel="${LATER}"`)
    .replace(/^(<script .*)type="module"/, `$1type="${LATER}"`);

const inline = (script: string) => `<script>${script}</script>`;

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
