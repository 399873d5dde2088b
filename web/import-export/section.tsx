import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { SearchTab } from '../companies/search-tab.tsx';
import { LeaveGuard } from '../console/leave-guard.tsx';
import { Section } from '../console/section.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { Tabs } from '../ui/tabs.tsx';
import { MigrationTab } from './migration-tab.tsx';

const TABS = ['search', 'migration'] as const;
type TabName = (typeof TABS)[number];

export default function TransferSection() {
  return (
    <Section id="companies" features={['transfer', 'ai', 'edit']}>
      <CompanyManagement />
    </Section>
  );
}

function CompanyManagement() {
  const { t } = useTranslation(['transfer', 'edit']);
  const [query, setQuery] = useSearchParams();
  const tab = TABS.find((name) => name === query.get('tab')) ?? 'search';
  const [unsaved, setUnsaved] = useState(false);
  const [importing, setImporting] = useState(false);

  const choose = useCallback(
    (name: TabName) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          if (name === 'search') next.delete('tab');
          else next.set('tab', name);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery],
  );

  return (
    <>
      <LeaveGuard
        when={unsaved || importing}
        title={importing ? t('transfer:leave.title') : t('edit:leave.title')}
        text={importing ? t('transfer:leave.text') : t('edit:leave.text')}
        leave={importing ? t('transfer:leave.leave') : t('edit:leave.discard')}
        stay={importing ? t('transfer:leave.stay') : t('edit:leave.stay')}
      />
      <Tabs<TabName>
        label={t('transfer:tabs.label')}
        value={tab}
        onChange={choose}
        keepMounted
        tabs={[
          {
            value: 'search',
            label: t('transfer:tabs.search'),
            content: <SearchTab unsaved={unsaved} onUnsaved={setUnsaved} />,
          },
          {
            value: 'migration',
            label: t('transfer:tabs.migration'),
            content: <MigrationTab onBusy={setImporting} />,
          },
        ]}
      />
    </>
  );
}
