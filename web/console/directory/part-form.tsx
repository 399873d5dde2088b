import type { ReactNode } from 'react';
import type { DirectoryPart } from '../../../core/directory/config.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { problemText } from '../../shared/problem-text.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextArea, TextInput } from '../../shared/ui/input.tsx';
import { SavedBy } from '../shared/conflict-choice.tsx';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { SECTION_FOOTER } from '../shared/section.tsx';
import type { PartDraft } from './use-part.ts';

/** The footer, which stays at the end of the window, would hide what appears below the fields. */
const scrollHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** The form of a part: its fields, what was refused, and the buttons that save or go back. */
export function PartForm<P extends DirectoryPart>({
  draft,
  children,
}: {
  draft: PartDraft<P>;
  children: ReactNode;
}) {
  const { t } = useTranslation(['directory', 'problems', 'common', 'refusals']);
  const { isChanged, isSaving, isSaved, error, newer, refused } = draft;
  const first = refused.values().next().value;
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && !isSaving) draft.save();
      }}
    >
      <LocalDraftNotice
        offer={draft.localDraft}
        onRestore={({ value, version }) => draft.change(value, version)}
      />
      {children}
      {newer ? (
        <div role="alert" ref={scrollHere} className="mt-6 rounded-xl border border-warning px-4 py-3">
          <p>
            <SavedBy {...newer} />
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button busy={isSaving} onClick={draft.overwrite}>
              {t('conflict.mine')}
            </Button>
            <Button onClick={draft.reset}>{t('conflict.theirs')}</Button>
          </div>
        </div>
      ) : null}
      {error ? (
        <p role="alert" ref={scrollHere} className="mt-6 text-danger">
          {first ? refusalText(t, first) : problemText(t, error, t('failed'))}
        </p>
      ) : null}
      <div className={SECTION_FOOTER}>
        <p role="status" className="mr-auto text-soft text-sm">
          {isSaved ? t('saved') : isChanged ? t('unsaved') : null}
        </p>
        {isChanged ? <Button onClick={draft.reset}>{t('discard')}</Button> : null}
        <Button type="submit" look="primary" busy={isSaving} disabled={!isChanged}>
          {t(isSaving ? 'saving' : 'save')}
        </Button>
      </div>
    </form>
  );
}

type Texts = { [L in Language]?: string | undefined };

/** A text in each language; an empty one is none, and another language's is shown instead. */
export function LocalizedField({
  label,
  texts,
  onChange,
  draft,
  path,
  rows,
}: {
  label: string;
  texts: Texts;
  onChange(texts: Texts): void;
  draft: Pick<PartDraft<DirectoryPart>, 'refused'>;
  /** Of the texts in the part, as `list.0.names`. */
  path: string;
  /** Of a long text. */
  rows?: number;
}) {
  const { t } = useTranslation(['directory', 'refusals', 'common']);
  const whole = draft.refused.get(path);
  const Input = rows ? TextArea : TextInput;
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {offeredLanguages().map((language) => {
          const refused = draft.refused.get(`${path}.${language}`);
          return (
            <Input
              key={language}
              label={LANGUAGE_NAMES[language]}
              lang={language}
              {...(rows ? { rows } : {})}
              value={texts[language] ?? ''}
              problem={refused && refusalText(t, refused)}
              onChange={(text) => onChange({ ...texts, [language]: text === '' ? undefined : text })}
            />
          );
        })}
      </div>
      {whole ? <p className="mt-1 text-danger text-sm">{refusalText(t, whole)}</p> : null}
    </fieldset>
  );
}
