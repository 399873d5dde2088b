import type { AuditEntry } from '../../../core/admins/audit-calls.ts';

const LOG_IN = 'session.begin';

/**
 * The entries as lines: log-ins between which nobody did anything else are one line for each person, where the
 * newest of them stood.
 */
export function foldLogIns(entries: readonly AuditEntry[]): AuditEntry[][] {
  const lines: AuditEntry[][] = [];
  let run = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    if (entry.action !== LOG_IN) run = new Map();
    const line = entry.action === LOG_IN ? run.get(entry.admin) : undefined;
    if (line) line.push(entry);
    else {
      const begun = [entry];
      lines.push(begun);
      if (entry.action === LOG_IN) run.set(entry.admin, begun);
    }
  }
  return lines;
}
