import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { SearchTab } from '../companies/search-tab.tsx';
import { TagsTab } from '../companies/tags-tab.tsx';
import { LeaveGuard } from '../shared/leave-guard.tsx';
import { choice, useListState } from '../shared/list-state.ts';
import { useMay } from '../shared/may.ts';
import { Section } from '../shared/section.tsx';
import { ImportJobTab } from './import-job-tab.tsx';
import { MigrationTab } from './migration-tab.tsx';

const TABS = ['search', 'migration', 'file', 'tags'] as const;
type TabName = (typeof TABS)[number];
const IMPORT_EXPORT_LIST = { tab: choice(TABS, 'search') };

export default function TransferSection() {
  return (
    <Section id="companies" features={['transfer', 'ai', 'edit']}>
      <CompanyManagement />
    </Section>
  );
}

function CompanyManagement() {
  const { t } = useTranslation(['transfer', 'edit']);
  const { state, change } = useListState(IMPORT_EXPORT_LIST);
  const may = useMay();
  const [unsaved, setUnsaved] = useState(false);
  const [importing, setImporting] = useState(false);

  if (!may('companies.write')) return <MigrationTab onBusy={setImporting} />;
  return (
    <>
      <LeaveGuard
        when={unsaved || importing}
        discards={unsaved}
        title={importing ? t('transfer:leave.title') : t('edit:leave.title')}
        text={importing ? t('transfer:leave.text') : t('edit:leave.text')}
        leave={importing ? t('transfer:leave.leave') : t('edit:leave.discard')}
        stay={importing ? t('transfer:leave.stay') : t('edit:leave.stay')}
      />
      <Tabs<TabName>
        label={t('transfer:tabs.label')}
        value={state.tab}
        onChange={(tab) => change({ tab })}
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
          ...(may('companies.import')
            ? [
                {
                  value: 'file' as const,
                  label: t('transfer:tabs.file'),
                  // The job goes on without it.
                  content: state.tab === 'file' ? <ImportJobTab /> : null,
                },
              ]
            : []),
          {
            value: 'tags',
            label: t('transfer:tabs.tags'),
            // Its forms have no unsaved text, so the tab need not stay mounted.
            content: state.tab === 'tags' ? <TagsTab /> : null,
          },
        ]}
      />
    </>
  );
}
