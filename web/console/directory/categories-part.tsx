import { useState } from 'react';
import { BOUNDED_FIELDS } from '../../../core/categories.ts';
import { CATEGORY_SHAPES, SHAPE_NAMES } from '../../../core/design/category-shape.ts';
import { countByCategory } from '../../../core/directory/calls.ts';
import type { CategoryConfig } from '../../../core/directory/config.ts';
import { proposeHue } from '../../../core/directory/hue.ts';
import { nameIn } from '../../../core/localized.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select, TextInput } from '../../shared/ui/input.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { EditedList, IdField, MergeOrRemove, RemoveUnused, withoutItem } from './edited-list.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { LocalizedField, PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

/** Colours that new categories begin with. */
const COLOURS = ['#2f6f8f', '#8a5a00', '#b0306a', '#2f7d32', '#3047b0', '#7a1a86', '#8f1010', '#00735c'];

const hueOf = (colour: string): CategoryConfig['hue'] => ({
  light: proposeHue(colour, 'light'),
  dark: proposeHue(colour, 'dark'),
});

/** A category that can be told from the others by its shape and, while there are colours left, by its colour. */
function newCategory(others: readonly CategoryConfig[]): CategoryConfig {
  const hues = COLOURS.map(hueOf);
  const isFree = ({ light }: CategoryConfig['hue']) =>
    others.every(({ hue }) => hue.light.strong !== light.strong);
  return {
    id: '',
    names: {},
    descriptions: {},
    rules: {},
    shape: SHAPE_NAMES.find((name) => others.every(({ shape }) => shape !== name)) ?? 'square',
    hue: hues.find(isFree) ?? hueOf(COLOURS[others.length % COLOURS.length] ?? '#2f6f8f'),
    inNavigation: true,
    isListed: true,
    bounds: {},
  };
}

/** The categories: their order, names, looks, and which one companies have that come without. */
export function CategoriesPart({ draft }: { draft: PartDraft<'categories'> }) {
  const { t } = useTranslation('directory');
  const counts = useCall(countByCategory, {});
  const { language } = useRoot();
  /** Place of the category that is edited. */
  const [opened, setOpened] = useState<number | null>(null);
  const [merging, setMerging] = useState<CategoryConfig | null>(null);
  const { value, change } = draft;
  const { list } = value;
  const setList = (next: CategoryConfig[]) => change({ ...value, list: next });
  const nameOf = ({ id, names }: CategoryConfig) => nameIn(names, language) ?? id;
  /** Companies without a category go to the first one that is left where theirs is removed. */
  const remove = (gone: CategoryConfig[]) => {
    const left = withoutItem(value, gone);
    const isLeft = left.list.some(({ id }) => id === value.default);
    change({ ...value, ...left, default: isLeft ? value.default : (left.list[0]?.id ?? '') });
    setOpened(null);
  };

  if (!counts.data) return <NotLoaded query={counts} failed={t('loadFailed')} />;
  const { data } = counts;
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('categories.text')}</p>
      <EditedList
        texts="categories"
        list={list}
        counts={data}
        draft={draft}
        nameOf={nameOf}
        tellOf={({ id, isListed }) => [id && `/${id}`, isListed ? '' : t('categories.unlisted')]}
        markOf={(category) => <Shape category={category} />}
        onChange={setList}
        opened={opened}
        onOpen={setOpened}
      >
        {(category, i) => (
          <CategoryFields
            category={category}
            draft={draft}
            path={`list.${i}`}
            companies={data[category.id] ?? 0}
            onChange={(next) =>
              change({
                ...value,
                list: list.map((one, at) => (at === i ? next : one)),
                default: value.default === category.id ? next.id : value.default,
              })
            }
            onRemove={() => remove([category])}
            onMerge={() => setMerging(category)}
            canMerge={!draft.isChanged && list.length > 1}
          />
        )}
      </EditedList>
      <div className="mt-5 flex flex-wrap items-end gap-4">
        <Button
          onClick={() => {
            setList([...list, newCategory(list)]);
            setOpened(list.length);
          }}
        >
          {t('categories.add')}
        </Button>
        <RemoveUnused list={list} counts={data} draft={draft} onRemove={remove} />
        <Select
          className="min-w-56"
          label={t('categories.default')}
          value={value.default}
          onChange={(id) => change({ ...value, default: id })}
          options={list.map((category) => ({ value: category.id, label: nameOf(category) || category.id }))}
        />
      </div>
      <MergeDialog
        part="categories"
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
  return (
    <div className="mt-4 space-y-6 rounded-xl border border-line p-4">
      <IdField
        texts="categories"
        id={category.id}
        companies={companies}
        onChange={(id) => onChange({ ...category, id })}
        draft={draft}
        path={path}
      />
      <LocalizedField
        label={t('list.names')}
        texts={category.names}
        onChange={(names) => onChange({ ...category, names })}
        draft={draft}
        path={`${path}.names`}
      />
      {(['descriptions', 'rules'] as const).map((field) => (
        <LocalizedField
          key={field}
          label={t(`categories.${field}`)}
          texts={category[field]}
          onChange={(texts) => onChange({ ...category, [field]: texts })}
          draft={draft}
          path={`${path}.${field}`}
          rows={2}
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
                hue: hueOf(value),
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
      <fieldset>
        <legend className="font-medium">{t('categories.bounds')}</legend>
        <p className="mt-1 max-w-2xl text-soft text-sm">{t('categories.boundsText')}</p>
        <div className="mt-3 grid gap-3 sm:grid-cols-3">
          {BOUNDED_FIELDS.flatMap((field) =>
            (['min', 'max'] as const).map((end) => {
              const refused = draft.refused.get(`${path}.bounds.${field}.${end}`);
              return (
                <TextInput
                  key={`${field}${end}`}
                  type="number"
                  min={0}
                  className={end === 'min' ? 'sm:row-start-1' : 'sm:row-start-2'}
                  label={t(`categories.bound.${field}_${end}`)}
                  value={String(category.bounds[field]?.[end] ?? '')}
                  problem={refused && refusalText(t, refused)}
                  onChange={(typed) =>
                    onChange({
                      ...category,
                      bounds: {
                        ...category.bounds,
                        [field]: {
                          ...category.bounds[field],
                          [end]: typed === '' ? undefined : Number(typed),
                        },
                      },
                    })
                  }
                />
              );
            }),
          )}
        </div>
      </fieldset>
      <MergeOrRemove
        texts="categories"
        companies={companies}
        canMerge={canMerge}
        onMerge={onMerge}
        onRemove={onRemove}
      />
    </div>
  );
}
