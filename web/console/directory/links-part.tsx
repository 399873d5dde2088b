import type { LinkConfig } from '../../../core/directory/config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { LocalizedField, PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

/** Links of the owner's own in the header and the footer. */
export function LinksPart({ draft }: { draft: PartDraft<'links'> }) {
  const { t } = useTranslation(['directory', 'refusals']);
  const { value, change } = draft;
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('links.text')}</p>
      {(['header', 'footer'] as const).map((place) => {
        const list = value[place];
        const set = (links: LinkConfig[]) => change({ ...value, [place]: links });
        return (
          <section key={place} className="mt-8" aria-labelledby={`links-${place}`}>
            <h3 id={`links-${place}`} className="text-lg">
              {t(`links.${place}`)}
            </h3>
            {list.map((link, i) => {
              const refused = draft.refused.get(`${place}.${i}.to`);
              const put = (next: LinkConfig) => set(list.map((one, at) => (at === i ? next : one)));
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a link has no identity but its place
                <div key={i} className="mt-4 space-y-3 rounded-xl border border-line p-4">
                  <TextInput
                    label={t('links.address')}
                    hint={t('links.addressHint')}
                    value={link.to}
                    onChange={(to) => put({ ...link, to })}
                    problem={refused && refusalText(t, refused)}
                  />
                  <LocalizedField
                    label={t('links.names')}
                    texts={link.names}
                    onChange={(names) => put({ ...link, names })}
                    draft={draft}
                    path={`${place}.${i}.names`}
                  />
                  <Button onClick={() => set(list.filter((_, at) => at !== i))}>{t('links.remove')}</Button>
                </div>
              );
            })}
            <Button className="mt-4" onClick={() => set([...list, { to: '', names: {} }])}>
              {t('links.add')}
            </Button>
          </section>
        );
      })}
    </PartForm>
  );
}
