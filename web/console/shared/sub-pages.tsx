import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Select } from '../../shared/ui/input.tsx';

const PARAMETER = 'part';

/** The address of a page of the section that is open. */
export const subPageAddress = (id: string) => ({ search: `?${PARAMETER}=${id}` });

interface SubPage {
  id: string;
  name: string;
  /** Meaning of a mark beside the name, as unsaved changes. */
  note: string | undefined;
  content: ReactNode;
}

/**
 * The pages of a section that has many, each with an address of its own, so that Back, a reload and a link lead
 * to it. A list of links beside the page; a select on narrow screens.
 */
export function SubPages({ label, pages }: { label: string; pages: readonly SubPage[] }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get(PARAMETER);
  const shown = pages.find(({ id }) => id === asked) ?? pages[0];
  return (
    <div className="lg:grid lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-10">
      <div className="mb-6 lg:hidden">
        <Select
          label={label}
          value={shown?.id ?? ''}
          onChange={(id) => setQuery({ [PARAMETER]: id })}
          options={pages.map(({ id, name, note }) => ({
            value: id,
            label: note ? `${name} (${note})` : name,
          }))}
        />
      </div>
      <nav aria-label={label} className="max-lg:hidden">
        <ul className="sticky top-20 space-y-1">
          {pages.map(({ id, name, note }) => (
            <li key={id}>
              <Link
                to={subPageAddress(id)}
                aria-current={id === shown?.id ? 'page' : undefined}
                className="flex min-h-10 items-center justify-between gap-2 rounded-lg px-3 text-soft hover:bg-tint hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink"
              >
                {name}
                {note ? (
                  <span title={note} className="size-2 shrink-0 rounded-full bg-accent">
                    <span className="sr-only">{note}</span>
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div key={shown?.id} className="min-w-0">
        <h2 className="mb-2 text-xl max-lg:sr-only">{shown?.name}</h2>
        {shown?.content}
      </div>
    </div>
  );
}
