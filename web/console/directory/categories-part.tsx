import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CATEGORY_SHAPES, SHAPE_NAMES } from '../../../core/design/category-shape.ts';
import { countByCategory, mergeCategory } from '../../../core/directory/calls.ts';
import type { CategoryConfig } from '../../../core/directory/config.ts';
import { proposeHue } from '../../../core/directory/hue.ts';
import { nameIn } from '../../../core/localized.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { callFromBrowser } from '../../shared/api.ts';
import { problemText } from '../../shared/problem-text.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Confirm } from '../../shared/ui/confirm.tsx';
import { Select, TextInput } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { LocalizedField, PartForm } from './part-form.tsx';
import { type PartDraft, useConfigChanged } from './use-part.ts';

/** The colour that a new category begins with. */
const FIRST_COLOUR = '#2f6f8f';

const newCategory = (): CategoryConfig => ({
  id: '',
  names: {},
  descriptions: {},
  rules: {},
  shape: 'square',
  hue: { light: proposeHue(FIRST_COLOUR, 'light'), dark: proposeHue(FIRST_COLOUR, 'dark') },
  inNavigation: true,
  isListed: true,
});

/** The categories: their order, names, looks, and which one companies have that come without. */
export function CategoriesPart({ draft }: { draft: PartDraft<'categories'> }) {
  const { t } = useTranslation(['directory', 'refusals']);
  const counts = useCall(countByCategory, {});
  const { language } = useRoot();
  /** Place of the category that is edited. */
  const [opened, setOpened] = useState<number | null>(null);
  const [merging, setMerging] = useState<CategoryConfig | null>(null);
  const { value, change } = draft;
  const { list } = value;
  const setList = (next: CategoryConfig[]) => change({ ...value, list: next });
  const nameOf = ({ id, names }: CategoryConfig) => nameIn(names, language) ?? id;

  function move(from: number, by: number) {
    const next = [...list];
    const [moved] = next.splice(from, 1);
    if (!moved) return;
    next.splice(from + by, 0, moved);
    setList(next);
    setOpened(null);
  }

  if (!counts.data) return <NotLoaded query={counts} failed={t('loadFailed')} />;
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('categories.text')}</p>
      <ol className="mt-5 divide-y divide-line border-line border-y">
        {list.map((category, i) => {
          const companies = counts.data[category.id] ?? 0;
          const isOpen = opened === i;
          const refused = [...draft.refused.keys()].some((path) => path.startsWith(`list.${i}.`));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the id is edited here
            <li key={i} className="py-3">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <Shape category={category} />
                <span className="min-w-0 flex-1 basis-52">
                  <b className="font-medium">{nameOf(category) || t('categories.unnamed')}</b>{' '}
                  <span className="number text-soft text-sm">
                    {category.id ? `/${category.id} · ` : ''}
                    {t('categories.companies', {
                      count: companies,
                      number: formatNumber(companies, language),
                    })}
                    {category.isListed ? '' : ` · ${t('categories.unlisted')}`}
                  </span>
                  {refused ? (
                    <span className="block text-danger text-sm">{t('categories.refused')}</span>
                  ) : null}
                </span>
                <span className="ml-auto flex gap-2">
                  <Button
                    disabled={i === 0}
                    aria-label={t('categories.up', { name: nameOf(category) })}
                    onClick={() => move(i, -1)}
                  >
                    ↑
                  </Button>
                  <Button
                    disabled={i === list.length - 1}
                    aria-label={t('categories.down', { name: nameOf(category) })}
                    onClick={() => move(i, 1)}
                  >
                    ↓
                  </Button>
                  <Button aria-expanded={isOpen} onClick={() => setOpened(isOpen ? null : i)}>
                    {t(isOpen ? 'categories.close' : 'categories.edit')}
                  </Button>
                </span>
              </div>
              {isOpen ? (
                <CategoryFields
                  category={category}
                  draft={draft}
                  path={`list.${i}`}
                  companies={companies}
                  onChange={(next) =>
                    change({
                      ...value,
                      list: list.map((one, at) => (at === i ? next : one)),
                      default: value.default === category.id ? next.id : value.default,
                    })
                  }
                  onRemove={() => {
                    const moved = Object.entries(value.moved).filter(([, to]) => to !== category.id);
                    change({
                      ...value,
                      list: list.filter((_, at) => at !== i),
                      moved: Object.fromEntries(moved),
                    });
                    setOpened(null);
                  }}
                  onMerge={() => setMerging(category)}
                  canMerge={!draft.isChanged && list.length > 1}
                />
              ) : null}
            </li>
          );
        })}
      </ol>
      <div className="mt-5 flex flex-wrap items-end gap-4">
        <Button
          onClick={() => {
            setList([...list, newCategory()]);
            setOpened(list.length);
          }}
        >
          {t('categories.add')}
        </Button>
        <Select
          className="min-w-56"
          label={t('categories.default')}
          value={value.default}
          onChange={(id) => change({ ...value, default: id })}
          options={list.map((category) => ({ value: category.id, label: nameOf(category) || category.id }))}
        />
      </div>
      {merging ? (
        <MergeDialog
          category={merging}
          others={list.filter(({ id }) => id !== merging.id)}
          nameOf={nameOf}
          onEnd={() => {
            setMerging(null);
            setOpened(null);
          }}
        />
      ) : null}
    </PartForm>
  );
}

/** The shape in its hue, also of a category that is not saved yet. */
function Shape({ category: { shape, hue } }: { category: CategoryConfig }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-5 shrink-0" fillRule="evenodd">
      <path d={CATEGORY_SHAPES[shape]} fill={hue.light.strong} className="dark:hidden" />
      <path d={CATEGORY_SHAPES[shape]} fill={hue.dark.strong} className="hidden dark:inline" />
    </svg>
  );
}

function CategoryFields({
  category,
  draft,
  path,
  companies,
  onChange,
  onRemove,
  onMerge,
  canMerge,
}: {
  category: CategoryConfig;
  draft: PartDraft<'categories'>;
  path: string;
  companies: number;
  onChange(category: CategoryConfig): void;
  onRemove(): void;
  onMerge(): void;
  canMerge: boolean;
}) {
  const { t } = useTranslation(['directory', 'refusals']);
  const problem = (field: string) => {
    const refused = draft.refused.get(`${path}.${field}`);
    return refused && refusalText(t, refused);
  };
  return (
    <div className="mt-4 space-y-6 rounded-xl border border-line p-4">
      <TextInput
        label={t('categories.id')}
        hint={t(companies > 0 ? 'categories.idFixed' : 'categories.idHint')}
        readOnly={companies > 0}
        value={category.id}
        onChange={(id) => onChange({ ...category, id })}
        problem={problem('id')}
      />
      {(['names', 'descriptions', 'rules'] as const).map((field) => (
        <LocalizedField
          key={field}
          label={t(`categories.${field}`)}
          texts={category[field]}
          onChange={(texts) => onChange({ ...category, [field]: texts })}
          draft={draft}
          path={`${path}.${field}`}
          {...(field === 'names' ? {} : { rows: 2 })}
        />
      ))}
      <div className="flex flex-wrap items-end gap-4">
        <Select
          className="min-w-44"
          label={t('categories.shape')}
          value={category.shape}
          onChange={(shape) => onChange({ ...category, shape })}
          options={SHAPE_NAMES.map((shape) => ({ value: shape, label: t(`categories.shapes.${shape}`) }))}
        />
        <label className="text-sm">
          <span className="mb-1 block font-medium">{t('categories.colour')}</span>
          <input
            type="color"
            className="field h-11 w-20 p-1"
            value={category.hue.light.strong}
            onChange={({ currentTarget: { value } }) =>
              onChange({
                ...category,
                hue: { light: proposeHue(value, 'light'), dark: proposeHue(value, 'dark') },
              })
            }
          />
        </label>
        <p className="flex-1 basis-52 text-soft text-sm">{t('categories.colourHint')}</p>
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {(['inNavigation', 'isListed'] as const).map((flag) => (
          <label key={flag} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="size-5"
              checked={category[flag]}
              onChange={({ currentTarget: { checked } }) => onChange({ ...category, [flag]: checked })}
            />
            {t(`categories.${flag}`)}
          </label>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {companies > 0 ? (
          <Button disabled={!canMerge} onClick={onMerge}>
            {t('categories.merge')}
          </Button>
        ) : (
          <Button onClick={onRemove}>{t('categories.remove')}</Button>
        )}
        {companies > 0 ? (
          <p className="text-soft text-sm">
            {t(canMerge ? 'categories.mergeHint' : 'categories.mergeLater')}
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** Asks into which category one is merged. */
function MergeDialog({
  category,
  others,
  nameOf,
  onEnd,
}: {
  category: CategoryConfig;
  others: readonly CategoryConfig[];
  nameOf(category: CategoryConfig): string;
  onEnd(): void;
}) {
  const { t } = useTranslation(['directory', 'problems', 'common']);
  const toast = useToast();
  const changed = useConfigChanged();
  const [into, setInto] = useState(others[0]?.id ?? '');
  const merge = useMutation({
    mutationFn: () => callFromBrowser(mergeCategory, { params: { id: category.id }, body: { into } }),
    onSuccess: async ({ moved }) => {
      await changed();
      toast({ type: 'success', title: t('categories.merged', { count: moved }) });
      onEnd();
    },
  });
  return (
    <Confirm
      open
      type="warning"
      title={t('categories.mergeTitle', { name: nameOf(category) })}
      message={t('categories.mergeText')}
      confirmLabel={t('categories.merge')}
      cancelLabel={t('cancel')}
      loading={merge.isPending}
      onConfirm={() => merge.mutate()}
      onCancel={onEnd}
    >
      <Select
        label={t('categories.into')}
        value={into}
        onChange={setInto}
        options={others.map((other) => ({ value: other.id, label: nameOf(other) }))}
      />
      {merge.error ? (
        <p role="alert" className="mt-3 text-danger text-sm">
          {problemText(t, merge.error, t('failed'))}
        </p>
      ) : null}
    </Confirm>
  );
}
