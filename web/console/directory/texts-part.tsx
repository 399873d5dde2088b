import { useState } from 'react';
import { findInterfaceTexts } from '../../../core/directory/calls.ts';
import { placeholdersOf } from '../../../core/directory/merge-texts.ts';
import { LANGUAGE_NAMES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { SEARCH_MAX } from '../../../core/text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Select, TextArea } from '../../shared/ui/input.tsx';
import { SearchInput } from '../../shared/ui/search-input.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { PartForm } from './part-form.tsx';
import { TextFiles } from './text-files.tsx';
import type { PartDraft } from './use-part.ts';

/** Texts of the interface in the owner's own words, found by what one sees on a page. */
export function TextsPart({ draft }: { draft: PartDraft<'texts'> }) {
  const { t } = useTranslation(['directory', 'refusals', 'common']);
  const { language: shown } = useRoot();
  const [language, setLanguage] = useState<Language>(shown);
  const [q, setQ] = useState('');
  const query = useCall(findInterfaceTexts, { query: { language, q } });
  const words = draft.value[language];

  function put(key: string, shipped: string, text: string) {
    const { [key]: _, ...others } = words;
    const next =
      text === shipped ? others : { ...words, [key]: { text, original: words[key]?.original ?? '' } };
    draft.change({ ...draft.value, [language]: next });
  }

  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('texts.text')}</p>
      <div className="mt-5 flex flex-wrap items-end gap-4">
        <search className="min-w-0 flex-1 basis-64">
          <SearchInput label={t('texts.search')} maxLength={SEARCH_MAX} value={q} onChange={setQ} />
        </search>
        <Select
          label={t('common:language')}
          value={language}
          onChange={(value) => setLanguage(value)}
          options={offeredLanguages().map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        />
      </div>
      <TextFiles language={language} canImport={!draft.isChanged} />
      {query.data ? (
        <ul className="mt-5 divide-y divide-line border-line border-y">
          {query.data.map(({ key, shipped, outdated }) => {
            const own = words[key]?.text;
            const refused = draft.refused.get(`${language}.${key}`);
            const placeholders = placeholdersOf(shipped);
            return (
              <li key={key} className="py-4">
                <p className="flex flex-wrap items-center gap-2 text-soft text-sm">
                  <code>{key}</code>
                  {own === undefined ? null : <Badge tone="good">{t('texts.own')}</Badge>}
                  {outdated ? <Badge tone="warning">{t('texts.outdated')}</Badge> : null}
                </p>
                <TextArea
                  label={shipped}
                  lang={language}
                  rows={shipped.length > 80 ? 3 : 1}
                  value={own ?? shipped}
                  onChange={(text) => put(key, shipped, text)}
                  hint={
                    placeholders.length > 0
                      ? t('texts.placeholders', { placeholders: placeholders.join(' ') })
                      : undefined
                  }
                  problem={refused && refusalText(t, refused)}
                />
                {own === undefined ? null : (
                  <Button className="mt-2" onClick={() => put(key, shipped, shipped)}>
                    {t('texts.reset')}
                  </Button>
                )}
              </li>
            );
          })}
          {query.data.length === 0 ? (
            <li className="py-6 text-soft">{t(q === '' ? 'texts.none' : 'texts.noMatch')}</li>
          ) : null}
        </ul>
      ) : (
        <div className="mt-5">
          <NotLoaded query={query} failed={t('loadFailed')} />
        </div>
      )}
    </PartForm>
  );
}
