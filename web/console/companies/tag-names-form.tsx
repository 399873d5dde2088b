import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { findTags, nameTag, proposeTagNames, type TagRow } from '../../../core/tags/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { problemFields } from '../../shared/refusal-text.ts';
import { Button } from '../../shared/ui/button.tsx';
import { TextInput } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { AiReason } from '../ai/ai-reason.tsx';
import { callKey } from '../shared/api.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraftForm } from '../shared/local-drafts.ts';

/** What a tag is called in each language, typed or proposed by an AI. */
export function TagNamesForm({ row: { tag, names, outdated }, onDone }: { row: TagRow; onDone(): void }) {
  const { t } = useTranslation(['transfer', 'edit', 'ai', 'refusals', 'problems', 'common']);
  const client = useQueryClient();
  const toast = useToast();
  const {
    value: { typed, marked },
    change,
    localDraft,
  } = useLocalDraftForm<{ typed: TagRow['names']; marked: readonly Language[] }>({
    form: 'tag',
    subject: tag,
    initial: { typed: names, marked: outdated },
  });
  /** Languages whose tag name is missing or outdated. */
  const wanted = offeredLanguages().filter(
    (language) => typed[language] === undefined || marked.includes(language),
  );
  const put = (changes: TagRow['names']) => {
    change(({ typed: before, marked: still }) => ({
      typed: { ...before, ...changes },
      marked: still.filter((language) => !(language in changes)),
    }));
  };
  const save = useMutation({
    mutationFn: () =>
      callFromBrowser(nameTag, { params: { tag }, body: { names: typed, outdated: [...marked] } }),
    onSuccess: async () => {
      localDraft.noteSaved();
      await client.invalidateQueries({ queryKey: callKey(findTags) });
      toast({ type: 'success', title: t('transfer:tags.namesSaved', { tag }) });
      onDone();
    },
  });
  const propose = useMutation({
    mutationFn: () => callFromBrowser(proposeTagNames, { params: { tag }, body: {} }),
    // Names that were typed meanwhile stay.
    onSuccess: ({ names: proposed }) =>
      put(
        Object.fromEntries(
          wanted.flatMap((language) => (proposed[language] ? [[language, proposed[language]]] : [])),
        ),
      ),
  });
  const problems = problemFields(t, save.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <LocalDraftNotice offer={localDraft} onRestore={change} />
      <p className="mb-4 text-soft">{t('transfer:tags.namesText', { tag })}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {offeredLanguages().map((language) => (
          <div key={language}>
            <TextInput
              label={LANGUAGE_NAMES[language]}
              lang={language}
              hint={marked.includes(language) ? t('transfer:tags.nameOutdated') : undefined}
              problem={problems[`names.${language}`]}
              value={typed[language] ?? ''}
              onChange={(text) => put({ [language]: text === '' ? undefined : text })}
            />
            {marked.includes(language) ? (
              <Button className="mt-2" onClick={() => put({ [language]: typed[language] })}>
                {t('transfer:tags.nameStillRight')}
              </Button>
            ) : null}
          </div>
        ))}
      </div>
      {propose.error ? (
        <div role="alert" className="mt-4">
          <AiReason error={propose.error} />
        </div>
      ) : null}
      {save.error && Object.keys(problems).length === 0 ? (
        <p role="alert" className="mt-4 text-danger text-sm">
          {problemText(t, save.error, t('transfer:tags.changeFailed'))}
        </p>
      ) : null}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button
          className="mr-auto"
          busy={propose.isPending}
          disabled={wanted.length === 0}
          onClick={() => propose.mutate()}
        >
          {t('transfer:tags.propose')}
        </Button>
        <Button onClick={onDone}>{t('edit:cancel')}</Button>
        <Button type="submit" look="primary" busy={save.isPending}>
          {t('edit:save')}
        </Button>
      </div>
    </form>
  );
}
