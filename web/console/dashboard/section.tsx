import { useMay } from '../shared/may.ts';
import { Section } from '../shared/section.tsx';
import { Activity } from './activity.tsx';
import { FirstRun } from './first-run.tsx';
import { Inbox } from './inbox.tsx';
import { LatestActions } from './latest-actions.tsx';
import { QuickActions } from './quick-actions.tsx';
import { ServiceStatistics } from './service-statistics.tsx';
import { UserStatistics } from './user-statistics.tsx';

export default function DashboardSection() {
  const may = useMay();
  return (
    <Section id="dashboard" features={['dashboard', 'settings', 'audit', 'work', 'directory', 'refusals']}>
      <div className="space-y-12">
        <FirstRun />
        <Inbox />
        <UserStatistics />
        <ServiceStatistics />
        <Activity />
        <QuickActions />
        {may('log.read') ? <LatestActions /> : null}
      </div>
    </Section>
  );
}
