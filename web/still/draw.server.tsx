import { LRUCache } from 'lru-cache';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pathLanguage } from '../../core/languages.ts';
import { descriptionText } from '../companies/structured-data.ts';
import { i18nIn } from '../i18n/page-texts.ts';
import { I18n } from '../i18n/use-translation.ts';
import { pageContext } from '../page-context.ts';
import { PANEL_PARAM } from '../paths.ts';
import { type Asked, rootOf } from '../root.server.ts';
import { Root, type RootData } from '../root-data.ts';
import type { Still } from './still.tsx';
import { Prefix } from './still-link.tsx';

/** Units of the texts that are kept of a kind of part, two bytes each at most. */
const KEPT_LENGTH = 4 * 1024 * 1024;

interface DrawOptions {
  /** Where it names elements by `useId`, so that no other part has the same names. */
  identifierPrefix: string;
}

function drawIn(root: RootData, node: ReactNode, options?: DrawOptions): string {
  return renderToStaticMarkup(
    <Root value={root}>
      <I18n value={i18nIn(root.language)}>{node}</I18n>
    </Root>,
    options,
  );
}

/** In a loader: draws a part of the page in its language. It is outside of the router: links are plain ones. */
export const draw = (asked: Asked, node: ReactNode, options?: DrawOptions): string =>
  drawIn(rootOf(asked), <Prefix value={prefixOf(asked)}>{node}</Prefix>, options);

const prefixOf = ({ url }: Asked) => pathLanguage(url.pathname);

/** The same, in its place of the document that is being made. */
export const drawStill = (asked: Asked, node: ReactNode): Still => keepStill(asked, draw(asked, node));

/**
 * How to draw parts of a kind that stand on many pages, and again on the same one when it is made anew:
 * each is drawn once for the same data.
 * @param Part whose props are all that it shows, beside the language and that of its links
 */
export function drawerOf<P extends object>(
  Part: (props: P) => ReactNode,
): (asked: Asked, each: readonly P[]) => string {
  const kept = new LRUCache<string, string>({
    maxSize: KEPT_LENGTH,
    sizeCalculation: (html, key) => html.length + key.length,
  });
  return (asked, each) => {
    const root = rootOf(asked);
    const prefix = prefixOf(asked);
    return each
      .map((props) => {
        const key = `${root.language} ${prefix} ${JSON.stringify(props)}`;
        let html = kept.get(key);
        if (html === undefined) {
          html = inOnePiece(draw(asked, <Part {...props} />));
          kept.set(key, html);
        }
        return html;
      })
      .join('');
  };
}

/** A text that was put together of hundreds is read one by one each time that it is copied, until it is written anew. */
export const inOnePiece = (text: string) => Buffer.from(text).toString();

/** Keeps a part for the document that is being made; for a page that the router asks for it goes along. */
export function keepStill({ context }: Pick<Asked, 'context'>, part: string): Still {
  const { stills } = context.get(pageContext);
  return stills ? stills.push(part) - 1 : part;
}

/** A description for search engines: a part of a document alone, unless that is shared for a company's panel. */
export function describeInDocument(asked: Asked, description: object): Still | null {
  if (!asked.context.get(pageContext).stills || asked.url.searchParams.has(PANEL_PARAM)) return null;
  return keepStill(asked, `<script type="application/ld+json">${descriptionText(description)}</script>`);
}
