import { readSharedList, type SharedList } from '../../../core/lists/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callUnvalidated } from '../../shared/api.ts';
import { othersOf } from '../../shared/paths.ts';
import { languageOf, pageError } from '../page/load-page.ts';
import type { LoaderArgs } from '../page/root.server.ts';
import { NotedCompanies } from './collections.server.tsx';
import type { ReadPage } from './page-parts.ts';
import { readingTexts } from './texts.server.ts';

/** A reader's shared list: readable for everyone with the address, not indexed by search engines. */
export async function readListOfReader(args: LoaderArgs): Promise<ReadPage> {
  const t = readingTexts(args);
  const token = args.params['token'] ?? '';
  const list = await callUnvalidated(args.context, readSharedList, {
    params: { token },
    query: { language: languageOf(args) },
  }).then(({ answer }) => answer, pageError);
  return {
    title: list.name || t('lists.usual'),
    description: list.shared_by ? t('lists.by', { name: list.shared_by }) : t('lists.text'),
    noindex: true,
    body: <CompaniesOfList list={list} others={othersOf(args.url.searchParams)} />,
  };
}

function CompaniesOfList({ list: { companies }, others }: { list: SharedList; others: string }) {
  const { t } = useTranslation('reading');
  if (companies.length === 0) return <p className="text-soft">{t('lists.none')}</p>;
  return <NotedCompanies companies={companies} others={others} />;
}
