import { NavLink } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { useSections } from '../shared/may.ts';
import { WaitingCount } from '../shared/waiting.tsx';
import { SectionIcon } from './section-icon.tsx';

/** The console's navigation. */
export function SectionLinks({ onClick }: { onClick?: () => void }) {
  const { t } = useTranslation('console');
  const sections = useSections();
  return (
    <>
      {sections.map(({ id, begins }) => (
        <div
          key={id}
          className={`group relative flex items-center ${begins ? 'not-first:mt-2 not-first:border-line not-first:border-t not-first:pt-2' : ''}`}
        >
          <SectionIcon
            id={id}
            className="pointer-events-none absolute left-3 text-soft group-has-aria-[current=page]:text-ink"
          />
          <NavLink
            to={paths.admin(id)}
            end
            onClick={onClick}
            className="flex min-h-10 min-w-0 flex-1 items-center rounded-lg pr-3 pl-10 text-soft text-sm hover:bg-tint hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {t(`sections.${id}.name`)}
          </NavLink>
          <WaitingCount section={id} onClick={onClick} />
        </div>
      ))}
    </>
  );
}
