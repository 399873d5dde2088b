import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../content/companies/', import.meta.url);

/**
 * The same work in each run of a bench: the shipped companies, read from JSON and written as JSON again. Machines,
 * and the hours of one that others share, differ fourfold in what they take for it: what costs more beside the same
 * yardstick is slower code.
 * @returns milliseconds of processor time
 */
export function makeYardstick(): () => number {
  const texts = readdirSync(FOLDER).map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
  return () => {
    const before = process.cpuUsage();
    for (const text of texts) JSON.stringify(JSON.parse(text));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}
