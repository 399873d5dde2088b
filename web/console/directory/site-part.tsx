import { useTranslation } from '../../i18n/use-translation.ts';
import { LocalizedField, PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

/** Name and sentence of the directory. */
export function SitePart({ draft }: { draft: PartDraft<'site'> }) {
  const { t } = useTranslation('directory');
  const { value, change } = draft;
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('site.text')}</p>
      <div className="mt-5 space-y-8">
        <LocalizedField
          label={t('site.names')}
          texts={value.names}
          onChange={(names) => change({ ...value, names })}
          draft={draft}
          path="names"
        />
        <LocalizedField
          label={t('site.taglines')}
          texts={value.taglines}
          onChange={(taglines) => change({ ...value, taglines })}
          draft={draft}
          path="taglines"
          rows={2}
        />
      </div>
    </PartForm>
  );
}
