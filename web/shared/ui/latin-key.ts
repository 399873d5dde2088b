/** The name of a key, in lower case. A keyboard of another script, as of Korean, has its letters where the Latin ones are. */
export function latinKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const isForeign = key.length === 1 && key > '\x7f';
  return (isForeign ? code.replace(/^Key/, '') : key).toLowerCase();
}
