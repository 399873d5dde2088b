import type { Answer } from '../../../core/call.ts';
import type { findCollectionsOf } from '../../../core/collections/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { StaticLink } from '../page/static-link.tsx';

/** Collections with the company, as static HTML; nothing without collections. */
export function CompanyCollections({ collections }: { collections: Answer<typeof findCollectionsOf> }) {
  const { t } = useTranslation('reading');
  const { language } = useRoot();
  if (collections.length === 0) return null;
  return (
    <nav aria-labelledby="in-collections" className="mb-10 print:hidden">
      <h2 id="in-collections" className="text-2xl">
        {t('collections.of')}
      </h2>
      <ul className="mt-2 flex flex-wrap gap-x-8">
        {collections.map(({ id, title, language: written }) => (
          <li key={id}>
            <StaticLink
              to={paths.collection(id)}
              lang={written === language ? undefined : written}
              className="link onward"
            >
              {title}
            </StaticLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
