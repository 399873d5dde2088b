import { createHash } from 'node:crypto';
import { stateCss } from '../../../core/design/state.ts';
import { DARK, LIGHT } from '../../../core/design/tokens.ts';
import type { Language } from '../../../core/languages.ts';

const ground = ({ paper, ink, soft, sun }: typeof LIGHT) =>
  `:root{--paper:${paper};--ink:${ink};--soft:${soft};--sun:${sun}}`;

/** Inline style: the page is sent where a second request would be refused too. */
const STYLE = `${ground(LIGHT)}@media (prefers-color-scheme:dark){${ground(DARK)}}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:18px/1.6 system-ui,sans-serif;text-align:center}
main{max-width:28rem;padding:2rem}p{margin:2rem 0 0}:lang(ko){word-break:keep-all}
${stateCss(['closed'])}[data-state-picture]{margin:auto}`;

/** Allows this style and nothing else. */
export const BUSY_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`;

/** A page that says that the server is busy, and reloads itself. @param seconds until the reload */
export function busyPage(language: Language, text: string, seconds: number): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="${seconds}"><title>503</title><style>${STYLE}</style></head><body><main><div aria-hidden="true" data-state-picture="closed"></div><p>${text}</p></main></body></html>`;
}
