import { useState } from 'react';
import { countByKind } from '../../../core/directory/calls.ts';
import type { KindConfig } from '../../../core/directory/config.ts';
import { nameIn } from '../../../core/localized.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { EditedList, IdField, MergeOrRemove, RemoveUnused, withoutItem } from './edited-list.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { LocalizedField, PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

/** The kinds of companies: their order and names. */
export function KindsPart({ draft }: { draft: PartDraft<'kinds'> }) {
  const { t } = useTranslation('directory');
  const counts = useCall(countByKind, {});
  const { language } = useRoot();
  /** Place of the kind that is edited. */
  const [opened, setOpened] = useState<number | null>(null);
  const [merging, setMerging] = useState<KindConfig | null>(null);
  const { value, change } = draft;
  const { list } = value;
  const nameOf = ({ id, names }: KindConfig) => nameIn(names, language) ?? id;
  if (!counts.data) return <NotLoaded query={counts} failed={t('loadFailed')} />;
  const { data } = counts;
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('kinds.text')}</p>
      <EditedList
        texts="kinds"
        list={list}
        counts={data}
        draft={draft}
        nameOf={nameOf}
        tellOf={({ id }) => [id && `/kinds/${id}`]}
        onChange={(next) => change({ ...value, list: next })}
        opened={opened}
        onOpen={setOpened}
      >
        {(kind, i) => {
          const companies = data[kind.id] ?? 0;
          const put = (next: KindConfig) =>
            change({ ...value, list: list.map((one, at) => (at === i ? next : one)) });
          return (
            <div className="mt-4 space-y-6 rounded-xl border border-line p-4">
              <IdField
                texts="kinds"
                id={kind.id}
                companies={companies}
                onChange={(id) => put({ ...kind, id })}
                draft={draft}
                path={`list.${i}`}
              />
              <LocalizedField
                label={t('list.names')}
                texts={kind.names}
                onChange={(names) => put({ ...kind, names })}
                draft={draft}
                path={`list.${i}.names`}
              />
              <MergeOrRemove
                texts="kinds"
                companies={companies}
                canMerge={!draft.isChanged && list.length > 1}
                onMerge={() => setMerging(kind)}
                onRemove={() => {
                  change({ ...value, ...withoutItem(value, [kind]) });
                  setOpened(null);
                }}
              />
            </div>
          );
        }}
      </EditedList>
      <div className="mt-5 flex flex-wrap gap-4">
        <Button
          onClick={() => {
            change({ ...value, list: [...list, { id: '', names: {} }] });
            setOpened(list.length);
          }}
        >
          {t('kinds.add')}
        </Button>
        <RemoveUnused
          list={list}
          counts={data}
          draft={draft}
          onRemove={(unused) => {
            change({ ...value, ...withoutItem(value, unused) });
            setOpened(null);
          }}
        />
      </div>
      <MergeDialog
        part="kinds"
        list={list}
        nameOf={nameOf}
        merging={merging}
        onEnd={() => {
          setMerging(null);
          setOpened(null);
        }}
      />
    </PartForm>
  );
}
