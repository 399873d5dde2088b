/** What a spreadsheet would run as a formula, or strip and then run. */
const FORMULA = /^[=+\-@\t\r]/;

function cell(value: unknown): string {
  const plain = Array.isArray(value) ? value.join('\n') : String(value ?? '');
  const text = typeof value === 'string' || Array.isArray(value) ? plain.replace(FORMULA, "'$&") : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of RFC 4180 with its end. A text that a spreadsheet would run gets an apostrophe before it. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
