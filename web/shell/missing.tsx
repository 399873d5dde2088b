import { Form, useLocation } from 'react-router';
import { pathLanguage } from '../../core/languages.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { inLanguage, paths, withoutLanguage } from '../paths.ts';
import { HomeLink, Notice } from './error-screen.tsx';
import { Seo } from './seo.tsx';

/** What is not here, with a way to look for it. Loaded where it is shown: few readers see it. */
export default function Missing({ title, text }: { title?: string; text?: string }) {
  const { t } = useTranslation(['categories', 'common']);
  // An address that could be a category's says that there is none; any other that there is no page.
  const isCategory = /^\/[^/]+$/.test(withoutLanguage(useLocation().pathname));
  const heading = title ?? (isCategory ? t('notFoundTitle') : t('common:pageNotFoundTitle'));
  const what = text ?? (isCategory ? t('notFoundText') : t('common:pageNotFoundText'));
  return (
    <>
      <Seo title={heading} description={what} noindex />
      <Notice kind="missing" title={heading} text={what} between={<DirectorySearch />}>
        <HomeLink />
      </Notice>
    </>
  );
}

function DirectorySearch() {
  const { t } = useTranslation(['companies', 'common']);
  const language = pathLanguage(useLocation().pathname);
  return (
    <Form
      method="get"
      action={inLanguage(paths.category('all'), language)}
      role="search"
      className="mt-8 flex flex-wrap gap-3"
    >
      <input
        className="field min-w-48 flex-1"
        type="search"
        name="q"
        required
        maxLength={200}
        aria-label={t('common:searchDirectory')}
        placeholder={t('searchPlaceholder')}
      />
      <button type="submit" className="button button-primary">
        {t('search')}
      </button>
    </Form>
  );
}
