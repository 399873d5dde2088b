import { CORNER_NAMES, FACE_NAMES } from '../../../core/design/looks.ts';
import { LIGHT } from '../../../core/design/tokens.ts';
import type { DirectoryConfig } from '../../../core/directory/config.ts';
import { proposeAccent } from '../../../core/directory/hue.ts';
import { OWN_CSS_MAX } from '../../../core/directory/own-css.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select, TextArea } from '../../shared/ui/input.tsx';
import { PictureField } from '../shared/picture-field.tsx';
import { PartForm } from './part-form.tsx';
import { useLooksPreview } from './use-looks-preview.ts';
import type { PartDraft } from './use-part.ts';

/** Logo, icon, accent, corners, faces and a stylesheet of the owner's own. */
export function LooksPart({
  draft,
  categories,
}: {
  draft: PartDraft<'looks'>;
  categories: DirectoryConfig['categories'];
}) {
  const { t } = useTranslation(['directory', 'refusals', 'ui']);
  const { value, change } = draft;
  const { logo, accent } = value;
  const openPreview = useLooksPreview(value, categories.list, t('looks.previewed'));
  const problem = (path: string) => {
    const refused = draft.refused.get(path);
    return refused && refusalText(t, refused);
  };
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('looks.text')}</p>
      <Button className="mt-4" onClick={openPreview}>
        {t('looks.preview')}
      </Button>
      <p className="mt-1 max-w-2xl text-soft text-sm">{t('looks.previewHint')}</p>

      <section className="mt-8" aria-labelledby="looks-pictures">
        <h2 id="looks-pictures" className="text-lg">
          {t('looks.pictures')}
        </h2>
        <div className="mt-3 grid gap-6 md:grid-cols-2">
          <PictureField
            use="logo"
            label={t('looks.logoLight')}
            hint={t('looks.logoHint')}
            problem={problem('logo.light.url')}
            value={logo.light?.url ?? ''}
            onChange={(_, picture) => change({ ...value, logo: { ...logo, light: picture ?? null } })}
          />
          <PictureField
            use="logo"
            label={t('looks.logoDark')}
            hint={t('looks.logoDarkHint')}
            ground="bg-[#141614]"
            problem={problem('logo.dark.url')}
            value={logo.dark?.url ?? ''}
            onChange={(_, picture) => change({ ...value, logo: { ...logo, dark: picture ?? null } })}
          />
          <PictureField
            use="icon"
            label={t('looks.icon')}
            hint={t('looks.iconHint')}
            problem={problem('icon.url')}
            value={value.icon?.url ?? ''}
            onChange={(_, picture) => change({ ...value, icon: picture ?? null })}
          />
        </div>
      </section>

      <section className="mt-8" aria-labelledby="looks-shape">
        <h2 id="looks-shape" className="text-lg">
          {t('looks.shape')}
        </h2>
        <div className="mt-3 flex flex-wrap items-end gap-4">
          <label className="text-sm">
            <span className="mb-1 block font-medium">{t('looks.accent')}</span>
            <input
              type="color"
              className="field h-11 w-20 p-1"
              value={accent?.light ?? LIGHT.accent}
              onChange={({ currentTarget: { value: colour } }) =>
                change({
                  ...value,
                  accent: { light: proposeAccent(colour, 'light'), dark: proposeAccent(colour, 'dark') },
                })
              }
            />
          </label>
          {accent ? (
            <>
              <svg aria-hidden="true" viewBox="0 0 44 20" className="h-11 w-auto">
                <rect width="20" height="20" rx="4" fill={accent.light} />
                <rect x="24" width="20" height="20" rx="4" fill={accent.dark} />
              </svg>
              <Button onClick={() => change({ ...value, accent: null })}>{t('looks.ink')}</Button>
            </>
          ) : null}
          <p className="flex-1 basis-52 text-soft text-sm">
            {problem('accent.light') ?? problem('accent.dark') ?? t('looks.accentHint')}
          </p>
        </div>
        <div className="mt-5 flex flex-wrap gap-4">
          <Select
            className="min-w-52"
            label={t('looks.corners')}
            value={value.corners}
            onChange={(corners) => change({ ...value, corners })}
            options={CORNER_NAMES.map((name) => ({ value: name, label: t(`looks.cornerNames.${name}`) }))}
          />
          <Select
            className="min-w-52"
            label={t('looks.faces')}
            value={value.faces}
            onChange={(faces) => change({ ...value, faces })}
            options={FACE_NAMES.map((name) => ({ value: name, label: t(`looks.faceNames.${name}`) }))}
          />
        </div>
      </section>

      <TextArea
        className="mt-8 [&_textarea]:font-mono [&_textarea]:text-sm"
        label={t('looks.css')}
        hint={t('looks.cssHint')}
        rows={8}
        aside={`${value.css.length} / ${OWN_CSS_MAX}`}
        problem={problem('css')}
        value={value.css}
        onChange={(css) => change({ ...value, css })}
      />
    </PartForm>
  );
}
