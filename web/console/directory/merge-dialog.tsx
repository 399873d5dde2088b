import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { mergeCategory, mergeKind } from '../../../core/directory/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useConfigChanged } from './use-part.ts';

interface MergedItem {
  id: string;
  name: string;
}

interface MergeDialogProps<Item extends { id: string }> {
  part: 'categories' | 'kinds';
  list: readonly Item[];
  nameOf(item: Item): string;
  /** Null while nothing is asked. */
  merging: Item | null;
  onEnd(): void;
}

/** Asks into which category or kind one is merged. */
export function MergeDialog<Item extends { id: string }>({
  part,
  list,
  nameOf,
  merging,
  onEnd,
}: MergeDialogProps<Item>) {
  if (!merging) return null;
  const named = list.map((item) => ({ id: item.id, name: nameOf(item) || item.id }));
  const from = named.find(({ id }) => id === merging.id);
  if (!from) return null;
  return <MergeQuestion part={part} from={from} others={named.filter((one) => one !== from)} onEnd={onEnd} />;
}

function MergeQuestion({
  part,
  from,
  others,
  onEnd,
}: {
  part: 'categories' | 'kinds';
  from: MergedItem;
  others: readonly MergedItem[];
  onEnd(): void;
}) {
  const { t } = useTranslation(['directory', 'problems', 'common']);
  const toast = useToast();
  const changed = useConfigChanged();
  const [into, setInto] = useState(others[0]?.id ?? '');
  const merge = useMutation({
    mutationFn: () =>
      callFromBrowser(part === 'kinds' ? mergeKind : mergeCategory, {
        params: { id: from.id },
        body: { into },
      }),
    onSuccess: async ({ moved }) => {
      await changed();
      toast({ type: 'success', title: t('list.merged', { count: moved }) });
      onEnd();
    },
  });
  return (
    <Confirm
      open
      type="warning"
      title={t(`${part}.mergeTitle`, { name: from.name })}
      message={t('list.mergeText')}
      confirmLabel={t('list.merge')}
      cancelLabel={t('cancel')}
      loading={merge.isPending}
      onConfirm={() => merge.mutate()}
      onCancel={onEnd}
    >
      <Select
        label={t('list.into')}
        value={into}
        onChange={setInto}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {merge.error ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problemText(t, merge.error, t('failed'))}
        </p>
      ) : null}
    </Confirm>
  );
}
