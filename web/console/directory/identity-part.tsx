import { useTranslation } from '../../i18n/use-translation.ts';
import { LocalizedField, PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

/** Name and sentence of the directory. */
export function IdentityPart({ draft }: { draft: PartDraft<'identity'> }) {
  const { t } = useTranslation('directory');
  const { value, change } = draft;
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('identity.text')}</p>
      <div className="mt-5 space-y-8">
        <LocalizedField
          label={t('identity.names')}
          texts={value.names}
          onChange={(names) => change({ ...value, names })}
          draft={draft}
          path="names"
        />
        <LocalizedField
          label={t('identity.taglines')}
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
