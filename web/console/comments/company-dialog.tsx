import { useRef } from 'react';
import { Link } from 'react-router';
import { type AdminCompany, readAdminCompany } from '../../../core/companies/admin-calls.ts';
import { LANGUAGES } from '../../../core/languages.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useCall } from '../shared/api.ts';
import { useMay } from '../shared/may.ts';
import { NotLoaded } from '../shared/section.tsx';

/** The company that a comment is about. */
export function ThreadCompanyDialog({ id, onClose }: { id: string | null; onClose(): void }) {
  const { t } = useTranslation('moderation');
  // The closing animation still shows the previous content.
  const last = useRef(id);
  if (id) last.current = id;
  return (
    <Dialog open={id !== null} onClose={onClose} title={t('company.title')} className="max-w-2xl">
      {last.current ? <ThreadCompany id={last.current} /> : null}
    </Dialog>
  );
}

function ThreadCompany({ id }: { id: string }) {
  const { t } = useTranslation('moderation');
  const company = useCall(readAdminCompany, { params: { id } });
  if (company.data) return <Company company={company.data} />;
  return <NotLoaded query={company} failed={t('company.failed')} lines={5} />;
}

function Company({ company }: { company: AdminCompany }) {
  const { t } = useTranslation(['moderation', 'companies', 'categories', 'common']);
  const { language } = useRoot();
  const may = useMay();
  const shownIn = [language, ...LANGUAGES].find((code) => company.content[code]) ?? language;
  const text = company.content[shownIn];
  const unknown = t('common:unknown');
  const number = (value: number | null) => (value === null ? unknown : formatNumber(value, language));
  const facts = [
    [t('companies:founder'), text?.founder || unknown],
    [t('companies:revenue'), company.revenue || unknown],
    [t('companies:employees'), number(company.employees)],
    [t('companies:founded'), company.founded === null ? unknown : String(company.founded)],
    [t('moderation:company.score'), number(company.score)],
    [t('companies:likes'), number(company.likes)],
    [t('companies:views'), number(company.views)],
    [t('moderation:company.comments'), number(company.comments_count)],
  ];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-display font-semibold text-2xl">{text?.name ?? company.name}</span>
        {company.show_on_site ? null : (
          <span className="text-xs">
            <Badge tone="warning">{t('moderation:company.hidden')}</Badge>
          </span>
        )}
      </p>
      <p className="text-soft text-sm">{t(`categories:${company.category}.name`)}</p>
      <p lang={shownIn} className="mt-3">
        {text?.description ?? company.description}
      </p>
      <dl className="number mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-line border-y py-4 sm:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-soft text-sm">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {text?.story ? (
        <>
          <h3 className="mt-5 text-lg">{t('companies:story')}</h3>
          <p lang={shownIn} className="mt-1 max-w-prose whitespace-pre-wrap">
            {text.story}
          </p>
        </>
      ) : null}
      {text && text.highlights.length > 0 ? (
        <>
          <h3 className="mt-5 text-lg">{t('companies:highlights')}</h3>
          <ul lang={shownIn} className="mt-1 list-disc pl-5">
            {text.highlights.map((highlight) => (
              <li key={highlight}>{highlight}</li>
            ))}
          </ul>
        </>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        {company.show_on_site ? (
          <a className="button" href={paths.company(company.id)} target="_blank" rel="noopener">
            {t('moderation:company.openPage')} <span aria-hidden="true">↗</span>
          </a>
        ) : null}
        {company.website ? (
          <a className="button" href={company.website} target="_blank" rel="noopener noreferrer nofollow">
            {t('companies:visitWebsite')} <span aria-hidden="true">↗</span>
          </a>
        ) : null}
        {may('companies.write') ? (
          <Link className="button" to={{ pathname: paths.admin('edit'), search: `edit=${company.id}` }}>
            {t('moderation:company.edit')}
          </Link>
        ) : null}
      </div>
    </>
  );
}
