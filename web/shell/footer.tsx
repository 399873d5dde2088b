import { useTranslation } from 'react-i18next';
import { useSiteName } from './site-name.ts';

export function Footer() {
  const { t } = useTranslation('common');
  return (
    <footer className="mt-24 border-line border-t">
      <div className="shell flex flex-wrap items-baseline gap-x-6 gap-y-2 py-8 text-soft text-sm">
        <span className="font-display text-ink">{useSiteName()}</span>
        <span className="flex-1 basis-72">{t('footer')}</span>
        <span className="flex gap-6">
          <a className="link" href="/api/docs">
            {t('api')}
          </a>
          <a className="link" href="/sitemap.xml">
            {t('sitemap')}
          </a>
        </span>
      </div>
    </footer>
  );
}
