import { HOME_SECTIONS, type HomeSection } from '../../../core/directory/home.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { LocalizedField, PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

/** Form of the home page: opening texts, first button and order of the sections. */
export function HomePart({ draft }: { draft: PartDraft<'home'> }) {
  const { t } = useTranslation(['directory', 'refusals']);
  const { value, change } = draft;
  const { action, sections } = value;
  const refused = draft.refused.get('action.to');
  const hidden = HOME_SECTIONS.filter((section) => !sections.includes(section));
  const setSections = (next: HomeSection[]) => change({ ...value, sections: next });

  function move(from: number, by: number) {
    const next = [...sections];
    next.splice(from + by, 0, ...next.splice(from, 1));
    setSections(next);
  }

  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('home.text')}</p>
      <div className="mt-5 space-y-8">
        {(['questions', 'titles', 'intros'] as const).map((field) => (
          <LocalizedField
            key={field}
            label={t(`home.${field}`)}
            texts={value[field]}
            onChange={(texts) => change({ ...value, [field]: texts })}
            draft={draft}
            path={field}
            {...(field === 'intros' ? { rows: 2 } : {})}
          />
        ))}
      </div>

      <section className="mt-8" aria-labelledby="home-action">
        <h2 id="home-action" className="text-lg">
          {t('home.action')}
        </h2>
        <p className="mt-1 max-w-2xl text-soft text-sm">{t('home.actionText')}</p>
        {action ? (
          <div className="mt-3 space-y-3 rounded-xl border border-line p-4">
            <TextInput
              label={t('links.address')}
              hint={t('links.addressHint')}
              value={action.to}
              onChange={(to) => change({ ...value, action: { ...action, to } })}
              problem={refused && refusalText(t, refused)}
            />
            <LocalizedField
              label={t('home.actionNames')}
              texts={action.names}
              onChange={(names) => change({ ...value, action: { ...action, names } })}
              draft={draft}
              path="action.names"
            />
            <Button onClick={() => change({ ...value, action: null })}>{t('home.actionReset')}</Button>
          </div>
        ) : (
          <Button className="mt-3" onClick={() => change({ ...value, action: { to: '', names: {} } })}>
            {t('home.actionOwn')}
          </Button>
        )}
      </section>

      <section className="mt-8" aria-labelledby="home-sections">
        <h2 id="home-sections" className="text-lg">
          {t('home.sections')}
        </h2>
        <p className="mt-1 max-w-2xl text-soft text-sm">{t('home.sectionsText')}</p>
        <ol className="mt-3 divide-y divide-line border-line border-y">
          {[...sections, ...hidden].map((section) => {
            const place = sections.indexOf(section);
            const name = t(`home.sectionNames.${section}`);
            return (
              <li key={section} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2">
                <label className="flex min-h-11 min-w-0 flex-1 basis-52 items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-5 shrink-0 accent-accent"
                    checked={place >= 0}
                    onChange={() =>
                      setSections(
                        place >= 0 ? sections.filter((one) => one !== section) : [...sections, section],
                      )
                    }
                  />
                  <span className={place >= 0 ? 'font-medium' : 'text-soft'}>{name}</span>
                </label>
                {place >= 0 ? (
                  <span className="ml-auto flex gap-2">
                    <Button
                      disabled={place === 0}
                      aria-label={t('list.up', { name })}
                      onClick={() => move(place, -1)}
                    >
                      ↑
                    </Button>
                    <Button
                      disabled={place === sections.length - 1}
                      aria-label={t('list.down', { name })}
                      onClick={() => move(place, 1)}
                    >
                      ↓
                    </Button>
                  </span>
                ) : null}
              </li>
            );
          })}
        </ol>
      </section>
    </PartForm>
  );
}
