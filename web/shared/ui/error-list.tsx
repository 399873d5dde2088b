import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';

/** How many are in sight at first, where nothing else is specified (specification, section 5). */
const LISTED = 5;

/**
 * The first errors of many, how many more there are, and the way to all of them: here, and as a file.
 * Needs the texts of `ui`.
 */
export function ErrorList({
  errors,
  total,
  listed = LISTED,
  file,
  className,
}: {
  /** In the words of the page. */
  errors: readonly string[];
  /** How many there are, where the server did not tell all. */
  total: number;
  listed?: number;
  /** What the file is called. */
  file: string;
  className?: string;
}) {
  const { t } = useTranslation('ui');
  const [all, setAll] = useState(false);
  const shown = all ? errors : errors.slice(0, listed);
  const more = total - shown.length;
  return (
    <div className={className}>
      <ul
        // What scrolls can be scrolled by the keyboard.
        tabIndex={all ? 0 : undefined}
        className={`list-disc space-y-0.5 pl-5 ${all ? 'max-h-96 overflow-y-auto' : ''}`}
      >
        {shown.map((error, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two can say the same
          <li key={index} className="break-words">
            {error}
          </li>
        ))}
        {more > 0 ? <li className="list-none text-soft">{t('errors.more', { count: more })}</li> : null}
      </ul>
      {errors.length > listed ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('errors.showFewer') : t('errors.showAll', { count: errors.length })}
          </Button>
          <Button
            onClick={() => saveFile(new Blob([`${errors.join('\n')}\n`], { type: 'text/plain' }), file)}
          >
            {t('errors.download')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
