import { isCompanyCategory, listedCategories } from '../../../core/categories.ts';
import { type FirstCustomers, findFirstCustomers } from '../../../core/reading/calls.ts';
import { langOf } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { LogoTile } from '../../shared/companies/logo-tile.tsx';
import { othersOf, panelAddress, paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CategoryShape } from '../../shared/ui/category-shape.tsx';
import { languageOf, pageError } from '../page/load-page.ts';
import type { LoaderArgs } from '../page/root.server.ts';
import { StaticLink } from '../page/static-link.tsx';
import { addressOfPage, countPages, PageLinks, pageAskedFor } from './numbered-pages.tsx';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

const NOTES_PER_PAGE = 30;

interface ShownNotes {
  notes: readonly FirstCustomers[];
  category: string | null;
  page: number;
  pages: number;
  others: string;
}

export async function readFirstCustomers(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const { searchParams } = args.url;
  const wanted = searchParams.get('category');
  const category = isCompanyCategory(wanted) ? wanted : null;
  const { answer: all } = await callUnvalidated(args.context, findFirstCustomers, {
    query: { language: languageOf(args), ...(category ? { category } : {}) },
  }).catch(pageError);
  const page = pageAskedFor(searchParams);
  const pages = countPages(all.length, NOTES_PER_PAGE, page);
  const notes = all.slice((page - 1) * NOTES_PER_PAGE, page * NOTES_PER_PAGE);
  return {
    title: t('firstCustomers.title'),
    description: t('firstCustomers.text'),
    body: <Notes {...{ notes, category, page, pages, others: othersOf(searchParams) }} />,
  };
}

const notesPath = (category: string | null, page?: number): string =>
  addressOfPage(paths.reading('first-customers'), category ? { category } : {}, page);

const CATEGORY_CHIP =
  'flex min-h-11 items-center gap-2 whitespace-nowrap rounded-full border border-line px-4 text-sm hover:border-accent aria-[current]:border-accent aria-[current]:bg-tint';

function Notes({ notes, category, page, pages, others }: ShownNotes) {
  const { t } = useTranslation(['reading', 'categories']);
  const { language } = useRoot();
  return (
    <>
      <nav aria-label={t('firstCustomers.filter')}>
        <ul className="strip gap-2">
          <li>
            <StaticLink
              to={notesPath(null)}
              aria-current={category ? undefined : 'page'}
              className={CATEGORY_CHIP}
            >
              {t('firstCustomers.all')}
            </StaticLink>
          </li>
          {listedCategories().map((one) => (
            <li key={one} data-category={one}>
              <StaticLink
                to={notesPath(one)}
                aria-current={one === category ? 'page' : undefined}
                className={CATEGORY_CHIP}
              >
                <CategoryShape category={one} isWithin />
                {t(`categories:${one}.name`)}
              </StaticLink>
            </li>
          ))}
        </ul>
      </nav>
      {notes.length === 0 ? <p className="mt-8 text-soft">{t('firstCustomers.none')}</p> : null}
      <ul className="notes mt-8">
        {notes.map(({ company, text, language: written }) => (
          <li key={company.id} data-category={company.category} className="note-card">
            <LogoTile company={company} size="small" />
            <div>
              <h2 lang={langOf(company.name, language)} className="text-lg">
                <a href={panelAddress(others, company.id)} className="stretched">
                  {company.name}
                </a>
              </h2>
              <p className="mt-1" lang={written === language ? undefined : written}>
                {text}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <PageLinks page={page} pages={pages} address={(number) => notesPath(category, number)} />
    </>
  );
}
