import { useTranslation } from '../../i18n/use-translation.ts';
import { InsteadOfSection } from '../shared/instead.tsx';

/** An address below /admin that is no section. */
export function ConsoleNotFound() {
  const { t } = useTranslation('console');
  return (
    <>
      <title>{`${t('notFound')} · ${t('title')}`}</title>
      <InsteadOfSection kind="missing" title={t('notFound')} />
    </>
  );
}
