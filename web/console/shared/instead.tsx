import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { StateKind } from '../../../core/design/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../shared/paths.ts';
import { State, StateActions } from '../../shared/ui/state.tsx';

/** Stands in the place of a section that is not shown, with the way to the dashboard. */
export function InsteadOfSection({
  kind,
  title,
  text,
  children,
}: {
  kind: StateKind;
  title: string;
  text?: string | null;
  children?: ReactNode;
}) {
  const { t } = useTranslation('console');
  return (
    <div className="py-16">
      <State kind={kind} title={title} level="h1" text={text}>
        {children}
        <StateActions>
          <Link to={paths.admin()} className="button">
            {t('sections.dashboard.name')}
          </Link>
        </StateActions>
      </State>
    </div>
  );
}
