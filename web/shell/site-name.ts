import { useTranslation } from 'react-i18next';
import { useRoot } from '../root-data.ts';

const DEFAULT_NAME = 'Tiny Giants';

/** The directory's name: translated while it is ours, else as its owner calls it. */
export function useSiteName(): string {
  const { t } = useTranslation('common');
  const { name } = useRoot().site;
  return name === DEFAULT_NAME ? t('site') : name;
}
