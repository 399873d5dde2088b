import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

export type Row = Record<string, string | number>;

/** The machine and the versions that a measurement belongs to. */
export function machine(): string {
  const versions = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).dependencies;
  return [
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, Fastify ${versions.fastify}, React Router ${versions['react-router']}`,
    new Date().toISOString().slice(0, 10),
  ].join(' · ');
}

export function table(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map((column) => (typeof rows[0]?.[column] === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}

/** Prints the tables and keeps them as bench/results/NAME.md. */
export function writeReport(
  name: string,
  title: string,
  parts: { text: string; rows?: readonly Row[] }[],
): void {
  const body = parts.map(({ text, rows }) => (rows ? `${text}\n\n${table(rows)}` : text)).join('\n\n');
  const report = `# ${title}\n\n${machine()}\n\n${body}\n`;
  writeFileSync(new URL(`./results/${name}.md`, import.meta.url), report);
  console.log(report);
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => percentile(values, 0.5);
