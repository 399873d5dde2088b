import { escapeMarkup } from '../../../core/text.ts';
import type { MediaTypes, OpenApi, Operation } from './openapi.ts';

/** The API as a page to read: no script, one column, generated from the OpenAPI description. */
export function docsPage(api: OpenApi): string {
  const sections = api.tags.map(({ name }) => {
    const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.tags.includes(name))
        .map(([method, operation]) => article(method, path, operation)),
    );
    return `<section><h2 id="${escapeMarkup(name)}">${escapeMarkup(name)}</h2>${operations.join('')}</section>`;
  });
  const contents = api.tags
    .map(({ name }) => `<a href="#${escapeMarkup(name)}">${escapeMarkup(name)}</a>`)
    .join(' ');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(api.info.title)}</title><link rel="stylesheet" href="/api/docs/style.css"></head><body><main>
<h1>${escapeMarkup(api.info.title)}</h1><p>${escapeMarkup(api.info.description)} The machine-readable form is <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${contents}</nav>${sections.join('')}</main></body></html>`;
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

export const DOCS_STYLE = `:root{color-scheme:light dark}body{font:1rem/1.55 system-ui,sans-serif;margin:0}main{max-width:52rem;margin:auto;padding:2rem 1rem}
nav{display:flex;gap:1rem;flex-wrap:wrap}article{border-top:1px solid #8884;padding:1rem 0}h3{font-size:1rem;margin:0}h3 span{font-weight:400;opacity:.75}
table{border-collapse:collapse;width:100%}td{padding:.2rem .8rem .2rem 0;vertical-align:top}pre{overflow:auto;background:#8881;padding:.8rem;border-radius:.4rem}`;
