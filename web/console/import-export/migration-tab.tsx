import { useMay } from '../shared/may.ts';
import { ExportPanel } from './export-panel.tsx';
import { ImportPanel } from './import-panel.tsx';

/** Companies out of the directory as files, and into it. */
export function MigrationTab({ onBusy }: { onBusy(busy: boolean): void }) {
  const may = useMay();
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <ExportPanel />
      {may('companies.import') ? <ImportPanel onBusy={onBusy} /> : null}
    </div>
  );
}
