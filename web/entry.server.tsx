import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { deferTag, HYDRATION_SCRIPT, loaderDataScript } from '#engine/hydration';
import { StaticPartsContext } from '#engine/static-html';
import { insertParts, placeholders } from '#engine/static-html/server';
import { hashInlineScripts, hashOf, policyOf } from './content-security.ts';
import { loadPanelContent } from './public/companies/panel-content.ts';
import { NonceContext } from './public/page/nonce.ts';
import { pageContext } from './shared/page-context.ts';

export { setPageDirectory } from '../core/directory/page-directory.ts';
export { pageContext } from './shared/page-context.ts';

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
  loadedTexts ??= loadPanelContent();
  const [data] = await Promise.all([serverHandoffStream && text(serverHandoffStream), loadedTexts]);
  const given = loadContext.get(pageContext);
  // As good as 15 random bytes, without a call into the system for each page.
  const nonce = randomUUID();
  const rendered = await render(
    <NonceContext value={nonce}>
      <StaticPartsContext value={given.staticParts && placeholders(given.staticParts, nonce)}>
        <ServerRouter context={ofMatched(context)} url={request.url} nonce={nonce} />
      </StaticPartsContext>
    </NonceContext>,
  );
  const { html, hashes } = hashInlineScripts(rendered, nonce, import.meta.env.DEV ? undefined : deferTag);
  const handOver = data === undefined ? undefined : loaderDataScript(data);
  if (handOver) hashes.add(hashOf(handOver));
  if (HYDRATION_HASH) hashes.add(HYDRATION_HASH);
  headers.set('content-type', 'text/html; charset=utf-8');
  // Vite's reload client in development brings its own inline script and styles.
  headers.set('content-security-policy', import.meta.env.DEV ? "frame-ancestors 'none'" : policyOf(hashes));
  const end = html.lastIndexOf('</body>');
  given.html =
    insertParts(html.slice(0, end), given.staticParts ?? [], nonce) +
    (handOver ? inline(handOver) : '') +
    (HYDRATION_HASH ? inline(HYDRATION_SCRIPT) : '') +
    html.slice(end);
  return new Response(null, { status, headers });
}

/** In development the modules are many, and Vite's client starts them. */
const HYDRATION_HASH = import.meta.env.DEV ? undefined : hashOf(HYDRATION_SCRIPT);

/** The entry context with matched routes only: the router processes every given route for each page. */
function ofMatched({ manifest, ...context }: EntryContext): EntryContext {
  const matched = context.staticHandlerContext.matches.flatMap(({ route: { id } }) => {
    const route = manifest.routes[id];
    return route ? [[id, route] as const] : [];
  });
  return { ...context, manifest: { ...manifest, routes: Object.fromEntries(matched) } };
}

/** What pages draw here and their browsers load on demand. */
let loadedTexts: Promise<unknown> | undefined;

/** Marker that React writes for a suspended or failed Suspense boundary. */
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

const inline = (script: string) => `<script>${script}</script>`;

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
