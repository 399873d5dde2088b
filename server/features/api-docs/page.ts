import { tokensCss } from '../../../core/design/tokens.ts';
import { escapeMarkup } from '../../../core/text.ts';
import type { MediaTypes, OpenApi, Operation } from './openapi.ts';

/** The API as a page to read: no script, one column, generated from the OpenAPI description. */
export function docsPage(api: OpenApi, siteName: string): string {
  // Tags with a public call come first.
  const operationsOf = (name: string) =>
    Object.values(api.paths)
      .flatMap((methods) => Object.values(methods))
      .filter(({ tags }) => tags.includes(name));
  const isPublic = (name: string) => operationsOf(name).some(({ security }) => !security);
  const tags = api.tags.toSorted((a, b) => Number(isPublic(b.name)) - Number(isPublic(a.name)));
  const sections = tags.map(({ name }) => {
    const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => ({ operation, html: article(method, path, operation) })),
    );
    operations.sort((a, b) => Number(Boolean(a.operation.security)) - Number(Boolean(b.operation.security)));
    return `<section><h2 id="${escapeMarkup(name)}">${escapeMarkup(name)}</h2>${operations.map(({ html }) => html).join('')}</section>`;
  });
  const contents = tags
    .map(({ name }) => `<a href="#${escapeMarkup(name)}">${escapeMarkup(name)}</a>`)
    .join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(api.info.title)}</title><link rel="stylesheet" href="/api/docs/style.css"></head><body>
<header><a class="brand" href="/"><img src="/icon-72.png" alt="" width="24" height="24">${escapeMarkup(siteName)}</a><a href="/all">Companies</a><a href="/explore">Explore</a><a href="/compare">Compare</a></header><main>
<h1>${escapeMarkup(api.info.title)}</h1><p>${escapeMarkup(api.info.description)} The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${contents}</nav>${sections.join('')}</main>
<footer><a href="/about">About</a><a href="/privacy">Privacy</a><a href="/terms">Terms</a><a href="/contact">Contact</a></footer></body></html>`;
}

function article(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters
    .map(
      (p) =>
        `<tr><td><code>${escapeMarkup(p.name)}</code></td><td>${p.in}${p.required ? '' : ', optional'}</td><td>${schemaSummary(p.schema)}</td></tr>`,
    )
    .join('');
  const responses = Object.entries(operation.responses)
    .map(
      ([status, response]) =>
        `<tr><td><code>${status}</code></td><td colspan="2">${escapeMarkup(response.description)}</td></tr>`,
    )
    .join('');
  const body = operation.requestBody && schemaOf(operation.requestBody.content);
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const permission = operation['x-permission'];
  const access = operation.security
    ? `<span>needs ${Object.keys(operation.security[0] ?? {}).join()} token${permission ? ` and the permission ${escapeMarkup(permission)}` : ''}</span>`
    : '';
  return `<article id="${escapeMarkup(operation.operationId)}"><h3><b>${method.toUpperCase()}</b> <code>${escapeMarkup(path)}</code> ${access}</h3>
<p>${escapeMarkup(operation.summary)}</p><table>${parameters}${responses}</table>
${body ? details('Body', body) : ''}${details('Answer', schemaOf(answer?.content ?? {}))}</article>`;
}

/** The schema of the one media type that a body or an answer has. */
function schemaOf(content: MediaTypes): object {
  return Object.values(content)[0]?.schema ?? {};
}

function details(title: string, schema: object): string {
  return `<details><summary>${title}</summary><pre tabindex="0">${escapeMarkup(JSON.stringify(schema, null, 2))}</pre></details>`;
}

function schemaSummary(schema: Record<string, unknown>): string {
  const parts = [schema['type'], Array.isArray(schema['enum']) && schema['enum'].join(' | ')].filter(Boolean);
  for (const name of ['minimum', 'maximum', 'minLength', 'maxLength']) {
    if (schema[name] !== undefined) parts.push(`${name} ${schema[name]}`);
  }
  return escapeMarkup(parts.join(', '));
}

/** The look of the public pages: their tokens, and the sans faces of the system. */
export const DOCS_STYLE = `${tokensCss([])}
body{font:1rem/1.6 system-ui,sans-serif;margin:0;background:var(--paper);color:var(--ink);overflow-wrap:anywhere}
header,main,footer{max-width:72rem;margin:auto;padding:1rem clamp(1rem,3vw,2rem);box-sizing:border-box}
header,footer,nav{display:flex;gap:.25rem 1.25rem;flex-wrap:wrap;align-items:center}
header{border-bottom:1px solid var(--line)}footer{border-top:1px solid var(--line);margin-top:4rem}
a{color:inherit;text-decoration-color:var(--soft);text-underline-offset:.2em}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header a,footer a,nav a{display:inline-flex;gap:.5rem;align-items:center;min-height:2.75rem}header a{color:var(--soft);text-decoration:none}
header .brand{color:var(--ink);font-weight:700}h1{font-size:clamp(1.875rem,5vw,3rem);line-height:1.1}h2{font-size:1.5rem;margin-top:3rem}
main>p{max-width:65ch}article{border-top:1px solid var(--line);padding:1rem 0}h3{font-size:1rem;margin:0}h3 span,td{font-size:.875rem;font-weight:400;color:var(--soft)}
table{border-collapse:collapse;width:100%}td{padding:.2rem .8rem .2rem 0;vertical-align:top}summary{min-height:2.75rem;line-height:2.75rem;cursor:pointer}
pre{overflow:auto;background:var(--tint);padding:.8rem;border-radius:.5rem}`;
