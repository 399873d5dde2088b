import { useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_NAMES,
  LANGUAGES,
  type Language,
} from '../../core/languages.ts';
import { useKeptDraft } from '../console/kept-drafts.ts';
import { KeptNotice } from '../console/kept-notice.tsx';
import { LeaveGuard } from '../console/leave-guard.tsx';
import { Section } from '../console/section.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRoot } from '../root-data.ts';
import { Select } from '../ui/input.tsx';
import { AddForm } from './add-form.tsx';
import { BulkImport } from './bulk-import.tsx';
import { emptyDraft, isFilledIn } from './new-company.ts';

export default function AddSection() {
  return (
    <Section id="add" features={['add', 'ai', 'edit', 'transfer']}>
      <AddCompanies />
    </Section>
  );
}

function AddCompanies() {
  const { t } = useTranslation(['add', 'edit']);
  const { year } = useRoot();
  const [query, setQuery] = useSearchParams();
  const lang = query.get('lang');
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const [draft, setDraft] = useState(() => emptyDraft(year));
  const [json, setJson] = useState('');
  const isFilled = isFilledIn(draft, year) || json.trim() !== '';
  const { kept, settle } = useKeptDraft({
    form: 'add',
    subject: language,
    value: isFilled ? { draft, json } : undefined,
    model: { draft, json },
  });

  const chooseLanguage = (next: Language) =>
    setQuery(next === DEFAULT_LANGUAGE ? {} : { lang: next }, { replace: true, preventScrollReset: true });

  return (
    <>
      <LeaveGuard
        when={isFilled}
        title={t('edit:leave.title')}
        text={t('edit:leave.text')}
        leave={t('edit:leave.discard')}
        stay={t('edit:leave.stay')}
      />
      <KeptNotice
        kept={kept}
        onRestore={(left) => {
          setDraft(left.draft);
          setJson(left.json);
        }}
        onDiscard={settle}
      />
      <Select
        label={t('add:language')}
        className="mb-6 sm:max-w-60"
        value={language}
        onChange={chooseLanguage}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      />
      <AddForm language={language} draft={draft} onChange={setDraft} />
      <section aria-labelledby="bulk-import" className="mt-16 border-line border-t pt-10">
        <h2 id="bulk-import" className="text-2xl">
          {t('add:bulk.title')}
        </h2>
        <BulkImport language={language} text={json} onChange={setJson} />
      </section>
    </>
  );
}
