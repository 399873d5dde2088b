import { useState } from 'react';
import { HIDABLE_FIELDS } from '../../../core/companies/fields.ts';
import {
  OWN_TYPES,
  type OwnOption,
  type OwnType,
  type Place,
  placesOf,
} from '../../../core/companies/own-fields.ts';
import { countByField } from '../../../core/directory/calls.ts';
import { type DirectoryConfig, REMOVED_FIELD_DAYS } from '../../../core/directory/config.ts';
import { nameIn } from '../../../core/localized.ts';
import { DAY } from '../../../core/time.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dayInSite } from '../../shared/console/format.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useRoot } from '../../shared/root-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select, TextInput } from '../../shared/ui/input.tsx';
import { useCall } from '../shared/api.ts';
import { NotLoaded } from '../shared/section.tsx';
import { EditedList, IdField } from './edited-list.tsx';
import { LocalizedField, PartForm } from './part-form.tsx';
import type { PartDraft } from './use-part.ts';

type Field = DirectoryConfig['fields']['list'][number];

const newField = (): Field => ({
  id: '',
  type: 'text',
  names: {},
  helps: {},
  units: {},
  options: [],
  required: false,
  places: ['page'],
  ai: false,
  access: 'public',
});

const hasOptions = (type: OwnType) => type === 'choice' || type === 'choices' || type === 'switch';

/** The fields that companies of this directory have besides the built-in ones. */
export function FieldsPart({ draft }: { draft: PartDraft<'fields'> }) {
  const { t } = useTranslation(['directory', 'edit']);
  const counts = useCall(countByField, {});
  const { language } = useRoot();
  /** Place of the field that is edited. */
  const [opened, setOpened] = useState<number | null>(null);
  const { value, change } = draft;
  if (!counts.data) return <NotLoaded query={counts} failed={t('loadFailed')} />;
  const { data } = counts;
  const nameOf = ({ id, names }: Field) => nameIn(names, language) ?? id;
  // Removed fields stand behind the others.
  const inUse = value.list.filter(({ removedAt }) => removedAt === undefined);
  const removed = value.list.filter(({ removedAt }) => removedAt !== undefined);
  const setList = (next: Field[], gone = removed) => change({ ...value, list: [...next, ...gone] });
  /** What is stored is kept as a removed field; what was only typed is gone. */
  const remove = (field: Field) => {
    const isStored = Object.hasOwn(data, field.id);
    const mark = { ...field, removedAt: new Date().toISOString() };
    setList(
      inUse.filter((one) => one !== field),
      isStored ? [...removed, mark] : removed,
    );
    setOpened(null);
  };
  return (
    <PartForm draft={draft}>
      <p className="max-w-2xl text-soft">{t('fields.text')}</p>
      <EditedList
        texts="fields"
        list={inUse}
        counts={data}
        draft={draft}
        nameOf={nameOf}
        tellOf={({ type, access, required }) => [
          t(`fields.types.${type}`),
          access === 'console' ? t('fields.private') : '',
          required ? t('fields.isRequired') : '',
        ]}
        onChange={(next) => setList(next)}
        opened={opened}
        onOpen={setOpened}
      >
        {(field, i) => (
          <FieldFields
            field={field}
            draft={draft}
            path={`list.${i}`}
            companies={data[field.id] ?? 0}
            onChange={(next) => setList(inUse.map((one, at) => (at === i ? next : one)))}
            onRemove={() => remove(field)}
          />
        )}
      </EditedList>
      <Button
        className="mt-5"
        onClick={() => {
          setList([...inUse, newField()]);
          setOpened(inUse.length);
        }}
      >
        {t('fields.add')}
      </Button>
      {removed.length > 0 ? (
        <section className="mt-10">
          <h3 className="text-lg">{t('fields.removed')}</h3>
          <p className="mt-1 max-w-2xl text-soft text-sm">{t('fields.removedText')}</p>
          <ul className="mt-3 divide-y divide-line border-line border-y">
            {removed.map((field) => (
              <li key={field.id} className="flex flex-wrap items-center gap-3 py-3">
                <span className="min-w-0 flex-1 basis-52">
                  <b className="font-medium">{nameOf(field)}</b>{' '}
                  <span className="number text-soft text-sm">
                    {t('fields.keptUntil', {
                      date: dayInSite(
                        new Date(Date.parse(field.removedAt ?? '') + REMOVED_FIELD_DAYS * DAY).toISOString(),
                        language,
                      ),
                    })}
                  </span>
                </span>
                <Button
                  aria-label={t('fields.bringBackNamed', { name: nameOf(field) })}
                  onClick={() => {
                    const { removedAt: _, ...back } = field;
                    setList(
                      [...inUse, back],
                      removed.filter((one) => one !== field),
                    );
                  }}
                >
                  {t('fields.bringBack')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <fieldset className="mt-10">
        <legend className="text-lg">{t('fields.builtIn')}</legend>
        <p className="mt-1 max-w-2xl text-soft text-sm">{t('fields.builtInText')}</p>
        <div className="mt-3 grid gap-x-6 sm:grid-cols-2">
          {HIDABLE_FIELDS.map((name) => (
            <Check
              key={name}
              label={t(`edit:fields.${name}`)}
              checked={!value.hidden.includes(name)}
              onChange={(checked) =>
                change({
                  ...value,
                  hidden: HIDABLE_FIELDS.filter((one) =>
                    one === name ? !checked : value.hidden.includes(one),
                  ),
                })
              }
            />
          ))}
        </div>
      </fieldset>
    </PartForm>
  );
}

function FieldFields({
  field,
  draft,
  path,
  companies,
  onChange,
  onRemove,
}: {
  field: Field;
  draft: PartDraft<'fields'>;
  path: string;
  companies: number;
  onChange(field: Field): void;
  onRemove(): void;
}) {
  const { t } = useTranslation(['directory', 'refusals']);
  const { type, access } = field;
  const put = (changes: Partial<Field>) => onChange({ ...field, ...changes });
  const typeRefused = draft.refused.get(`${path}.type`);
  return (
    <div className="mt-4 space-y-6 rounded-xl border border-line p-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <IdField
          texts="fields"
          id={field.id}
          companies={companies}
          onChange={(id) => put({ id })}
          draft={draft}
          path={path}
        />
        <Select<OwnType>
          label={t('fields.type')}
          hint={t(companies > 0 ? 'fields.typeFixed' : `fields.typeHints.${type}`)}
          value={type}
          onChange={(next) => put({ type: next, options: hasOptions(next) ? field.options : [] })}
          problem={typeRefused && refusalText(t, typeRefused)}
          options={(companies > 0 ? [type] : OWN_TYPES).map((one) => ({
            value: one,
            label: t(`fields.types.${one}`),
          }))}
        />
      </div>
      <LocalizedField
        label={t('list.names')}
        texts={field.names}
        onChange={(names) => put({ names })}
        draft={draft}
        path={`${path}.names`}
      />
      {type === 'number' ? (
        <LocalizedField
          label={t('fields.units')}
          texts={field.units}
          onChange={(units) => put({ units })}
          draft={draft}
          path={`${path}.units`}
        />
      ) : null}
      {hasOptions(type) ? (
        <Options
          type={type}
          options={field.options}
          onChange={(options) => put({ options })}
          draft={draft}
          path={`${path}.options`}
        />
      ) : null}
      <LocalizedField
        label={t('fields.helps')}
        texts={field.helps}
        onChange={(helps) => put({ helps })}
        draft={draft}
        path={`${path}.helps`}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t('fields.access')}
          hint={t(access === 'console' ? 'fields.consoleHint' : 'fields.publicHint')}
          value={access}
          onChange={(next) => put({ access: next })}
          options={(['public', 'console'] as const).map((one) => ({
            value: one,
            label: t(`fields.accesses.${one}`),
          }))}
        />
        <div className="flex flex-col justify-center">
          {(['required', 'ai'] as const).map((flag) => (
            <Check
              key={flag}
              label={t(`fields.${flag}`)}
              checked={field[flag]}
              onChange={(checked) => put({ [flag]: checked })}
            />
          ))}
        </div>
      </div>
      {access === 'public' ? (
        <fieldset>
          <legend className="font-medium">{t('fields.places')}</legend>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
            {placesOf(type).map((place) => (
              <Check
                key={place}
                label={t(`fields.placeNames.${place}`)}
                checked={field.places.includes(place)}
                onChange={(checked) => put({ places: withPlace(field.places, place, checked) })}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onRemove}>{t('list.remove')}</Button>
        {companies > 0 ? <p className="text-soft text-sm">{t('fields.removeHint')}</p> : null}
      </div>
    </div>
  );
}

const withPlace = (places: readonly Place[], place: Place, isWanted: boolean): Place[] => [
  ...places.filter((one) => one !== place),
  ...(isWanted ? [place] : []),
];

function Check({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
}) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** What there is to choose; of a yes or no how the two are called. */
function Options({
  type,
  options,
  onChange,
  draft,
  path,
}: {
  type: OwnType;
  options: readonly OwnOption[];
  onChange(options: OwnOption[]): void;
  draft: PartDraft<'fields'>;
  path: string;
}) {
  const { t } = useTranslation(['directory', 'refusals']);
  const isSwitch = type === 'switch';
  const shown: readonly OwnOption[] = isSwitch
    ? ['true', 'false'].map((id) => options.find((one) => one.id === id) ?? { id, names: {} })
    : options;
  const refused = draft.refused.get(path);
  const put = (at: number, option: OwnOption) => onChange(shown.map((one, i) => (i === at ? option : one)));
  return (
    <fieldset>
      <legend className="font-medium">{t(isSwitch ? 'fields.yesAndNo' : 'fields.options')}</legend>
      {isSwitch ? <p className="mt-1 text-soft text-sm">{t('fields.yesAndNoHint')}</p> : null}
      <ol className="mt-2 space-y-4">
        {shown.map((option, i) => {
          const idRefused = draft.refused.get(`${path}.${i}.id`);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the id is edited here
            <li key={i} className="space-y-3 border-line border-l-2 pl-4">
              {isSwitch ? null : (
                <div className="flex items-end gap-3">
                  <TextInput
                    className="flex-1"
                    label={t('fields.id')}
                    value={option.id}
                    onChange={(id) => put(i, { ...option, id })}
                    problem={idRefused && refusalText(t, idRefused)}
                  />
                  <Button
                    aria-label={t('fields.removeOption', { number: i + 1 })}
                    onClick={() => onChange(shown.filter((_, at) => at !== i))}
                  >
                    {t('list.remove')}
                  </Button>
                </div>
              )}
              <LocalizedField
                label={isSwitch ? t(option.id === 'true' ? 'fields.yes' : 'fields.no') : t('list.names')}
                texts={option.names}
                onChange={(names) => put(i, { ...option, names })}
                draft={draft}
                path={`${path}.${i}.names`}
              />
            </li>
          );
        })}
      </ol>
      {refused ? <p className="mt-2 text-danger text-sm">{refusalText(t, refused)}</p> : null}
      {isSwitch ? null : (
        <Button className="mt-3" onClick={() => onChange([...shown, { id: '', names: {} }])}>
          {t('fields.addOption')}
        </Button>
      )}
    </fieldset>
  );
}
