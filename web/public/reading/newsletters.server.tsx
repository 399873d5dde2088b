import {
  type ArchivedIssue,
  type ArchivedText,
  findArchivedIssues,
  readArchivedIssue,
} from '../../../core/newsletter/calls.ts';
import { langOf } from '../../../core/text.ts';
import { formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { othersOf, panelAddress, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { BlockView } from '../documents/block-view.tsx';
import { languageOf, pageError } from '../page/load-page.ts';
import { type LoaderArgs, rootOf } from '../page/root.server.ts';
import { StaticLink } from '../page/static-link.tsx';
import { listOfPages } from '../page/structured-data.ts';
import { addressOfPage, countPages, PageLinks, pageAskedFor } from './numbered-pages.tsx';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

const ISSUES_PER_PAGE = 30;

/** The day on which an issue was sent, in UTC. */
const dayOfIssue = ({ sent_at }: ArchivedIssue) => sent_at.slice(0, 10);

export async function readNewsletterArchive(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const page = pageAskedFor(args.url.searchParams);
  const { answer, total } = await callUnvalidated(args.context, findArchivedIssues, {
    query: {
      language: languageOf(args),
      ...{ limit: ISSUES_PER_PAGE, offset: (page - 1) * ISSUES_PER_PAGE },
    },
  }).catch(pageError);
  const pages = countPages(total, ISSUES_PER_PAGE, page);
  return {
    title: t('newsletters.title'),
    description: t('newsletters.text'),
    body: <NewsletterList {...{ issues: answer, page, pages }} />,
    structured: listOfPages(
      answer.map(({ id, subject }) => ({ name: subject, path: paths.newsletter(id) })),
      rootOf(args),
    ),
  };
}

function NewsletterList({
  issues,
  page,
  pages,
}: {
  issues: readonly ArchivedIssue[];
  page: number;
  pages: number;
}) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  if (issues.length === 0) return <p className="text-soft">{t('newsletters.none')}</p>;
  return (
    <>
      <ol className="max-w-prose border-line border-y *:not-last:border-line *:not-last:border-b">
        {issues.map((issue) => (
          <li key={issue.id} className="relative py-4">
            <h2
              className="text-xl wrap-anywhere"
              lang={issue.language === language ? undefined : issue.language}
            >
              <StaticLink to={paths.newsletter(issue.id)} className="stretched">
                {issue.subject}
              </StaticLink>
            </h2>
            <time dateTime={issue.sent_at} className="text-soft text-sm">
              {formatDay(dayOfIssue(issue), language)}
            </time>
          </li>
        ))}
      </ol>
      <PageLinks
        page={page}
        pages={pages}
        address={(number) => addressOfPage(paths.reading('newsletters'), {}, number)}
      />
    </>
  );
}

/** The text of the first paragraph of an issue, if it has one. */
function firstParagraph({ parts }: ArchivedText): string | undefined {
  const blocks = parts.flatMap((part) => ('blocks' in part ? part.blocks : []));
  const paragraph = blocks.find((block) => block.kind === 'paragraph');
  return paragraph?.runs.map(({ text }) => text).join('');
}

export async function readNewsletter(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const language = languageOf(args);
  const { answer: issue } = await callUnvalidated(args.context, readArchivedIssue, {
    params: { id: args.params['id'] ?? '' },
    query: { language },
  }).catch(pageError);
  const path = paths.reading('newsletters');
  return {
    title: issue.subject,
    ...(issue.language === language ? {} : { titleLang: issue.language }),
    description: firstParagraph(issue) ?? t('newsletters.text'),
    lead: formatDay(dayOfIssue(issue), language),
    parent: { name: t('newsletters.title'), path },
    picture: path,
    body: <Newsletter issue={issue} others={othersOf(args.url.searchParams)} />,
  };
}

function Newsletter({
  issue: { parts, language: written },
  others,
}: {
  issue: ArchivedText;
  /** How addresses that open a company's panel begin (`othersOf`). */
  others: string;
}) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  return (
    <>
      <div className="max-w-prose space-y-4" lang={written === language ? undefined : written}>
        {parts.flatMap((part, i) =>
          'company' in part ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an issue stay where they are
            <CompanyInText key={i} company={part.company} others={others} />
          ) : (
            part.blocks.map((block, j) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of an issue stay where they are
              <BlockView key={`${i} ${j}`} block={block} Page={StaticLink} />
            ))
          ),
        )}
      </div>
      <p className="mt-12">
        <StaticLink to={paths.reading('newsletters')} className="link onward">
          {t('newsletters.all')}
        </StaticLink>
      </p>
    </>
  );
}

type NamedCompany = Extract<ArchivedText['parts'][number], { company: unknown }>['company'];

function CompanyInText({ company, others }: { company: NamedCompany; others: string }) {
  const { language } = useRoot();
  const { id, name, description, category } = company;
  return (
    <div
      data-category={category}
      className="relative flex gap-4 rounded-2xl border border-line bg-raised p-4"
    >
      <LogoTile company={company} size="small" />
      <div className="min-w-0">
        <a href={panelAddress(others, id)} className="stretched font-semibold" lang={langOf(name, language)}>
          {name}
        </a>
        <p className="text-soft" lang={langOf(description, language)}>
          {description}
        </p>
      </div>
    </div>
  );
}
