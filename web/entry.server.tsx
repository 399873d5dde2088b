import { randomBytes } from 'node:crypto';
import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { loadPanelContent } from './companies/panel-content.ts';
import { hashInlineScripts } from './content-security.ts';
import { Nonce } from './shell/nonce.ts';

export { pageContext } from './page-context.ts';

/** Renders a page whole, because it is kept and because its policy needs every inline script. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  await loadPanelContent();
  const nonce = randomBytes(16).toString('base64url');
  let failed: unknown;
  const stream = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </Nonce>,
    {
      nonce,
      // A part that is large would come after the page, put in its place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        failed = error;
      },
    },
  );
  await stream.allReady;
  if (failed) throw failed;
  const rendered = preloadLater(await new Response(stream).text());
  const { html, policy } = hashInlineScripts(rendered, nonce);
  headers.set('content-type', 'text/html; charset=utf-8');
  // Vite's reload client in development brings its own inline script and styles.
  if (!import.meta.env.DEV) headers.set('content-security-policy', policy);
  else headers.set('content-security-policy', "frame-ancestors 'none'");
  return new Response(html, { status, headers });
}

/** A page can be read before its scripts are there: its style comes first, also over few connections. */
const preloadLater = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!request.signal.aborted) console.error(error);
}
