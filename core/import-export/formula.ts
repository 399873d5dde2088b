/** What a spreadsheet takes for a formula, with the full-width forms (OWASP, 'CSV Injection'). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell that no spreadsheet runs. A leading apostrophe is doubled, so that `unescapeFormula` is exact. */
export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) || cell.startsWith("'") ? `'${cell}` : cell;
}

/** The cell before `escapeFormula`. An apostrophe of another program's file stays if it escapes nothing. */
export function unescapeFormula(cell: string): string {
  const rest = cell.slice(1);
  return cell.startsWith("'") && (FORMULA.test(rest) || rest.startsWith("'")) ? rest : cell;
}
