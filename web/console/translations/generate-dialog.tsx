import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { LANGUAGE_NAMES, type Language, offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import { generateTranslations } from '../../../core/translations/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { languageList, languageName } from '../../shared/console/format.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { AiReason } from '../ai/ai-reason.tsx';
import { refreshRows } from '../shared/company-rows.ts';

/** A company whose texts an AI is to translate. */
export interface Translatable {
  id: string;
  name: string;
  existing: Language[];
  /** Languages whose text is behind `ahead`. */
  behind: Language[];
  ahead: Language | null;
}

/** The language that the server translates from: the one that is ahead, else the directory's default, else any. */
function sourceOf({ ahead, existing }: Translatable): Language | undefined {
  return ahead ?? existing.find((language) => language === usualLanguage()) ?? existing[0];
}

/** Asks into which languages a company is translated by AI, and says what came of it. */
export function GenerateDialog({
  company,
  open,
  onClose,
}: {
  company: Translatable;
  open: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation(['translations', 'ai', 'common']);
  const { language: shown } = useRoot();
  const client = useQueryClient();
  const toast = useToast();
  const id = useId();
  const source = sourceOf(company);
  const targets = offeredLanguages().filter((language) => language !== source);
  const needed = targets.filter(
    (language) => !company.existing.includes(language) || company.behind.includes(language),
  );
  const [chosen, setChosen] = useState<readonly Language[]>(needed);
  const [refused, setRefused] = useState(false);
  const generate = useMutation({
    mutationFn: () =>
      callFromBrowser(generateTranslations, {
        body: { companyId: company.id, targetLanguages: [...chosen] },
      }),
    onSuccess: ({ translated, failed }) => {
      if (translated.length > 0) {
        void refreshRows(client);
        toast({
          type: 'success',
          title: t('generated', { name: company.name }),
          message: languageList(translated, shown),
        });
      }
      // What failed stays chosen, to be tried again.
      if (failed.length === 0) onClose();
      else setChosen(failed);
    },
  });
  const failed = generate.isPending ? [] : (generate.data?.failed ?? []);
  const isFailed = !generate.isPending && (generate.error !== null || failed.length > 0);

  const noteFor = (language: Language) =>
    !company.existing.includes(language)
      ? t('missing')
      : company.behind.includes(language)
        ? t('behindNote')
        : t('replaces');

  return (
    <Confirm
      open={open}
      type={isFailed ? 'danger' : 'info'}
      title={isFailed ? t('generateFailed') : t('generate')}
      message={
        isFailed ? (
          <p role="alert">
            {failed.length > 0
              ? t('failedLanguages', { languages: languageList(failed, shown) })
              : t('generateFailedText', { name: company.name })}
          </p>
        ) : (
          t('generateText', {
            name: company.name,
            language: source ? languageName(source, shown) : '',
          })
        )
      }
      confirmLabel={generate.isPending ? t('generating') : isFailed ? t('ai:tryAgain') : t('generateConfirm')}
      cancelLabel={isFailed ? t('common:close') : t('ai:cancel')}
      loading={generate.isPending}
      onConfirm={() => {
        if (chosen.length > 0) generate.mutate();
        else setRefused(true);
      }}
      onCancel={onClose}
    >
      {generate.error ? <AiReason error={generate.error} /> : null}
      <fieldset
        disabled={generate.isPending}
        aria-describedby={refused ? `${id}-none` : undefined}
        className="mt-2"
      >
        <legend className="font-medium text-sm">{t('targets')}</legend>
        {targets.map((language) => (
          <label key={language} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={chosen.includes(language)}
              onChange={(event) => {
                setRefused(false);
                setChosen(
                  event.currentTarget.checked
                    ? [...chosen, language]
                    : chosen.filter((other) => other !== language),
                );
              }}
            />
            <span className="min-w-0 flex-1" lang={language}>
              {LANGUAGE_NAMES[language]}
            </span>
            <span className="text-right text-soft text-sm">{noteFor(language)}</span>
          </label>
        ))}
      </fieldset>
      {refused ? (
        <p id={`${id}-none`} role="alert" className="mt-1 text-danger text-sm">
          {t('noTarget')}
        </p>
      ) : null}
    </Confirm>
  );
}
