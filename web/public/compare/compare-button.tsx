import { useState } from 'react';
import { COMPARED_MAX } from '../../../core/companies/comparison.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageLink } from '../../shared/layout/link.tsx';
import { paths } from '../../shared/paths.ts';
import { useRoot } from '../../shared/root-data.ts';
import { CompareIcon } from '../../shared/ui/icons.tsx';
import { toggleChosen, useChosen } from './chosen.ts';

/** Chooses a company to compare, or gives it up; without a script it leads to the comparison. */
export function CompareButton({ company: { id, name } }: { company: { id: string; name: string } }) {
  const { t } = useTranslation('companies');
  const { language } = useRoot();
  const chosen = useChosen();
  const [isRefused, setRefused] = useState(false);
  const isChosen = chosen.some((one) => one.id === id);

  return (
    <div>
      <PageLink to={paths.compare([id])} rel="nofollow" className="button without-script max-sm:px-3">
        <CompareIcon />
        {t('compare')}
      </PageLink>
      <button
        type="button"
        className={`button needs-script max-sm:px-3 ${isChosen ? 'border-accent text-accent' : ''}`}
        aria-pressed={isChosen}
        onClick={() => setRefused(!toggleChosen({ id, name, language }))}
      >
        <CompareIcon />
        {t('compare')}
      </button>
      {isRefused && chosen.length >= COMPARED_MAX ? (
        <p role="alert" className="mt-2 text-danger text-sm">
          {t('compareFull', { max: COMPARED_MAX })}
        </p>
      ) : isChosen ? (
        <p className="mt-2 text-soft text-sm">
          {t('compareChosen', { count: chosen.length, max: COMPARED_MAX })}
          {chosen.length > 1 ? (
            <PageLink
              to={paths.compare(chosen.map((one) => one.id))}
              rel="nofollow"
              className="link ml-2 inline-flex min-h-6 items-center"
            >
              {t('showComparison')}
            </PageLink>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
