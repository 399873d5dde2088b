import type { ReactNode } from 'react';
import type { StaticHtmlRef } from '#engine/static-html';
import { memoizeRenderer, renderToHtml } from '#engine/static-html/server';
import { pathLanguage } from '../../../core/languages.ts';
import { i18nIn } from '../../i18n/page-texts.ts';
import { I18nContext } from '../../i18n/use-translation.ts';
import { pageContext } from '../../shared/page-context.ts';
import { PANEL_PARAM } from '../../shared/paths.ts';
import { RootContext } from '../../shared/root-data.ts';
import { type LoaderArgs, rootOf } from './root.server.ts';
import { LanguagePrefixContext } from './static-link.tsx';
import { descriptionText } from './structured-data.ts';

/** In a loader: renders a part of the page to HTML, in the page's language. */
function renderPart(args: LoaderArgs, node: ReactNode): string {
  const root = rootOf(args);
  return renderToHtml(
    <RootContext value={root}>
      <I18nContext value={i18nIn(root.language)}>
        <LanguagePrefixContext value={pathLanguage(args.url.pathname)}>{node}</LanguagePrefixContext>
      </I18nContext>
    </RootContext>,
  );
}

/** In a loader: renders a part of the page as static HTML. */
export const renderStatic = (args: LoaderArgs, node: ReactNode): StaticHtmlRef =>
  registerStatic(args, renderPart(args, node));

/**
 * A renderer for components that stand on many pages, as rows and cards do.
 * @param Part depends on its props, the language, the language prefix and the directory's configuration alone
 */
export function memoizeStatic<P extends object>(
  Part: (props: P) => ReactNode,
): (args: LoaderArgs, each: readonly P[]) => string {
  const render = memoizeRenderer<P, LoaderArgs>((args, props) => renderPart(args, <Part {...props} />));
  return (args, each) => {
    const { version } = args.context.get(pageContext).directory;
    return render(args, `${rootOf(args).language} ${pathLanguage(args.url.pathname)} ${version}`, each);
  };
}

/** Registers HTML with the document; for a navigation within the site it is handed over itself. */
export function registerStatic({ context }: Pick<LoaderArgs, 'context'>, html: string): StaticHtmlRef {
  const { staticParts } = context.get(pageContext);
  return staticParts ? staticParts.push(html) - 1 : html;
}

/** The description of a document for search engines (JSON-LD); none where the page is shared for a panel. */
export function describeInDocument(args: LoaderArgs, description: object): StaticHtmlRef | null {
  if (!args.context.get(pageContext).staticParts || args.url.searchParams.has(PANEL_PARAM)) return null;
  return registerStatic(args, `<script type="application/ld+json">${descriptionText(description)}</script>`);
}
