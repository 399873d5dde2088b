import { useState } from 'react';
import { LANGUAGE_NAMES, offeredLanguages, usualLanguage } from '../../../core/languages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Select } from '../../shared/ui/input.tsx';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { choice, useListState } from '../shared/list-state.ts';
import { LocalDraftNotice } from '../shared/local-draft-notice.tsx';
import { useLocalDraft } from '../shared/local-drafts.ts';
import { Section } from '../shared/section.tsx';
import { AddForm } from './add-form.tsx';
import { BulkImport } from './bulk-import.tsx';
import { emptyDraft, isFilledIn } from './new-company.ts';

const ADD_LIST = { lang: choice(offeredLanguages, usualLanguage) };

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
  const {
    state: { lang: language },
    change,
  } = useListState(ADD_LIST);
  const [draft, setDraft] = useState(() => emptyDraft(year));
  const [json, setJson] = useState('');
  const isFilled = isFilledIn(draft, year) || json.trim() !== '';
  const localDraft = useLocalDraft({
    form: 'add',
    subject: language,
    value: isFilled ? { draft, json } : undefined,
    model: { draft, json },
  });

  return (
    <>
      <LeaveGuard
        when={isFilled}
        title={t('edit:leave.title')}
        text={t('edit:leave.text')}
        leave={t('edit:leave.discard')}
        stay={t('edit:leave.stay')}
      />
      <LocalDraftNotice
        offer={localDraft}
        onRestore={(left) => {
          // A draft of an older version lacks fields that were added since.
          setDraft({ ...emptyDraft(year), ...left.draft });
          setJson(left.json);
        }}
      />
      <Select
        label={t('add:language')}
        className="mb-6 sm:max-w-60"
        value={language}
        onChange={(lang) => change({ lang })}
        options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
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
