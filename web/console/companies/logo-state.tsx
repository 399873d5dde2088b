import { readLogoState } from '../../../core/links/calls.ts';
import { formatDay } from '../../i18n/days.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dayInSite } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { useCall } from '../shared/api.ts';

/** How often it is looked whether a logo has come, in milliseconds. */
const LOGO_REFETCH_MS = 3000;

/** Says that a logo of another site is not here yet, or could not be fetched. Needs the texts of `edit`. */
export function LogoState({ id }: { id: string }) {
  const { t } = useTranslation('edit');
  const { language } = useRoot();
  const logo = useCall(
    readLogoState,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? LOGO_REFETCH_MS : false) },
  ).data;
  if (logo?.state === 'waiting') return <p className="text-soft text-xs">{t('logo.waiting')}</p>;
  if (logo?.state !== 'failed' || logo.failure === null) return null;
  const { failure, checked_at } = logo;
  const reason =
    failure === 'refused' || failure === 'too_large' || failure === 'no_picture'
      ? t(`logo.${failure}`)
      : t(`links.${failure}`);
  return (
    <p className="text-warning text-xs">
      {t('logo.failed', {
        reason,
        date: checked_at ? formatDay(dayInSite(checked_at, language), language) : '',
      })}
    </p>
  );
}
