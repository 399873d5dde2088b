import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { formatList } from '../../../core/list-text.ts';
import { previewIssue } from '../../../core/newsletter/calls.ts';
import { type IssueTexts, issueLanguage } from '../../../core/newsletter/rules.ts';
import { UPLOADED } from '../../../core/uploads/rules.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { useRoot } from '../../shared/root-data.ts';
import { TYPING_PAUSE } from '../../shared/ui/search-input.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { NotLoaded } from '../shared/section.tsx';
import { useSettled } from '../shared/use-settled.ts';

const PARTS_SHOWN = ['html', 'plain'] as const;
const MAIL_SCHEMES = ['light', 'dark'] as const;
const MAIL_WIDTHS = ['wide', 'phone'] as const;
/** Width of a phone, in pixels. */
const PHONE_WIDTH = 390;

/** Preview of the e-mail with the typed texts. */
export function IssuePreview({
  id,
  texts,
  language,
  onLanguage,
}: {
  id: string;
  texts: IssueTexts;
  language: Language;
  onLanguage(language: Language): void;
}) {
  const { t } = useTranslation(['newsletter', 'common']);
  const { language: shown } = useRoot();
  const [part, setPart] = useState<(typeof PARTS_SHOWN)[number]>('html');
  const [scheme, setScheme] = useState<(typeof MAIL_SCHEMES)[number]>('light');
  const [width, setWidth] = useState<(typeof MAIL_WIDTHS)[number]>('wide');
  const settled = useSettled(texts, TYPING_PAUSE);
  const isWritten = issueLanguage(settled, language) !== undefined;
  const mail = useQuery({
    queryKey: [previewIssue.name, id, language, settled],
    queryFn: () => callFromBrowser(previewIssue, { params: { id }, body: { language, texts: settled } }),
    enabled: isWritten,
    placeholderData: keepPreviousData,
  });
  const { data } = mail;
  return (
    <section aria-labelledby="preview" className="min-w-0">
      <h3 id="preview" className="text-lg">
        {t('newsletter:preview')}
      </h3>
      <div className="mt-3 flex flex-wrap gap-3">
        <Segments<Language>
          label={t('common:language')}
          value={language}
          options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={onLanguage}
        />
        <Segments<(typeof PARTS_SHOWN)[number]>
          label={t('newsletter:part')}
          value={part}
          options={PARTS_SHOWN.map((value) => ({ value, label: t(`newsletter:part_${value}`) }))}
          onChange={setPart}
        />
        {part === 'html' ? (
          <>
            <Segments<(typeof MAIL_SCHEMES)[number]>
              label={t('newsletter:scheme')}
              value={scheme}
              options={MAIL_SCHEMES.map((value) => ({ value, label: t(`newsletter:scheme_${value}`) }))}
              onChange={setScheme}
            />
            <Segments<(typeof MAIL_WIDTHS)[number]>
              label={t('newsletter:width')}
              value={width}
              options={MAIL_WIDTHS.map((value) => ({ value, label: t(`newsletter:width_${value}`) }))}
              onChange={setWidth}
            />
          </>
        ) : null}
      </div>
      {!isWritten ? (
        <p className="mt-4 text-soft">{t('newsletter:nothingYet')}</p>
      ) : data ? (
        <>
          <p className="mt-4 wrap-anywhere">
            <span className="text-soft">{t('newsletter:subject')}</span> <strong>{data.subject}</strong>
          </p>
          {data.language === language ? null : (
            <p className="mt-1 text-sm text-warning">
              {t('newsletter:instead', { language: LANGUAGE_NAMES[data.language] })}
            </p>
          )}
          {data.missing_companies.length > 0 ? (
            <p role="status" className="mt-1 text-sm text-warning">
              {t('newsletter:missing', { ids: formatList(data.missing_companies, shown) })}
            </p>
          ) : null}
          {part === 'plain' ? (
            <pre className="mt-4 whitespace-pre-wrap rounded-xl border border-line bg-raised p-4 text-sm wrap-anywhere">
              {data.text}
            </pre>
          ) : (
            <MailFrame
              key={scheme}
              title={t('newsletter:preview')}
              html={data.html}
              scheme={scheme}
              {...(width === 'phone' ? { width: PHONE_WIDTH } : {})}
            />
          )}
        </>
      ) : (
        <NotLoaded query={mail} failed={t('newsletter:previewFailed')} lines={8} />
      )}
    </section>
  );
}

/** The HTML with its styles as data: the console's policy would refuse them, and say so for each. */
const withoutStyles = (html: string) =>
  html
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replaceAll(' style="', ' data-style="')
    .replace('<head>', '<head><base target="_blank">')
    .replaceAll('src="cid:', `src="${UPLOADED}`);

/**
 * The HTML of a mail, in which no script runs. The console's policy takes no styles from a text: the styles of the
 * mail's elements are set one by one, and its rules for the dark apply by choice.
 */
function MailFrame({
  title,
  html,
  scheme,
  width,
}: {
  title: string;
  html: string;
  scheme: 'light' | 'dark';
  width?: number;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  function paint() {
    const inside = frame.current?.contentDocument;
    const view = inside?.defaultView as (Window & typeof globalThis) | null | undefined;
    if (!inside || !view) return;
    for (const element of inside.querySelectorAll<HTMLElement>('[data-style]'))
      element.style.cssText = element.dataset['style'] ?? '';
    const rules = /@media \(prefers-color-scheme:dark\)\{([\s\S]*?\})\s*\}/.exec(html)?.[1] ?? '';
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(`:root{color-scheme:${scheme}}${scheme === 'dark' ? rules : ''}`);
    inside.adoptedStyleSheets = [sheet];
  }
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={withoutStyles(html)}
      width={width}
      onLoad={paint}
      className="mx-auto mt-4 block h-[70dvh] max-w-full rounded-xl border border-line data-[wide]:w-full"
      data-wide={width === undefined || undefined}
    />
  );
}
