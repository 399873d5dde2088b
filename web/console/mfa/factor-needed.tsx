import { WithTexts } from '../../i18n/feature-texts.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FactorSettings } from './factor-settings.tsx';

/** Stands for every section while the settings ask for a second factor that there is not yet. */
export function FactorNeeded({ onCodes }: { onCodes(shown: boolean): void }) {
  return (
    <WithTexts features={['factors']}>
      <Needed onCodes={onCodes} />
    </WithTexts>
  );
}

function Needed({ onCodes }: { onCodes(shown: boolean): void }) {
  const { t } = useTranslation(['factors', 'console']);
  return (
    <div className="max-w-md space-y-8">
      <title>{`${t('factors:needed.title')} · ${t('console:title')}`}</title>
      <div>
        <h1 className="text-3xl">{t('factors:needed.title')}</h1>
        <p className="mt-2 text-soft">{t('factors:needed.text')}</p>
      </div>
      <FactorSettings onCodes={onCodes} />
    </div>
  );
}
