import { NavLink } from 'react-router';
import { useTranslation } from '../i18n/use-translation.ts';
import { paths } from '../paths.ts';
import { useSections } from './may.ts';
import { WaitingCount } from './waiting.tsx';

/** The console's navigation. */
export function SectionLinks({ onClick }: { onClick?: () => void }) {
  const { t } = useTranslation('console');
  const sections = useSections();
  return (
    <>
      {sections.map(({ id }) => (
        <div key={id} className="relative flex items-center">
          <NavLink
            to={paths.admin(id)}
            end
            prefetch="intent"
            onClick={onClick}
            className="flex min-h-10 min-w-0 flex-1 items-center rounded-lg px-3 text-soft text-sm hover:bg-tint hover:text-ink aria-[current=page]:bg-tint aria-[current=page]:font-semibold aria-[current=page]:text-ink"
          >
            {t(`sections.${id}.name`)}
          </NavLink>
          <WaitingCount section={id} onClick={onClick} />
        </div>
      ))}
    </>
  );
}
