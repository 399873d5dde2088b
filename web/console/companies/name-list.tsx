import { useTranslation } from '../../i18n/use-translation.ts';

const NAMES_SHOWN = 5;

/** The first names of a long list, and how many more there are. Needs the texts of `edit`. */
export function NameList({ names, count }: { names: readonly string[]; count: number }) {
  const { t } = useTranslation('edit');
  const more = count - Math.min(names.length, NAMES_SHOWN);
  // A selection by filter may include no loaded company, and so no names.
  if (names.length === 0) return null;
  return (
    <ul className="mt-2 list-disc space-y-0.5 pl-5 text-soft text-sm">
      {names.slice(0, NAMES_SHOWN).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two companies can have the same name
        <li key={index}>{name}</li>
      ))}
      {more > 0 ? <li>{t('more', { count: more })}</li> : null}
    </ul>
  );
}
