import { useTranslation } from '../../i18n/use-translation.ts';

/** Says in the place of a part that it could not be had, and lets it be asked for again. */
export const missing = (retry: () => void) => <Missing retry={retry} />;

function Missing({ retry }: { retry(): void }) {
  const { t } = useTranslation('common');
  return (
    <p role="alert" className="my-4 flex flex-wrap items-center gap-3 text-danger">
      {t('network')}
      <button type="button" className="button" onClick={retry}>
        {t('retry')}
      </button>
    </p>
  );
}
