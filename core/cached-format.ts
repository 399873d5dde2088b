import { type Language, LOCALES } from './languages.ts';

/**
 * A format is made once for each language, and for each of the few ways that it is asked for besides:
 * making one takes longer than all that it then formats.
 */
export function cachedFormat<F, Ways extends readonly (string | boolean | undefined)[]>(
  make: (locale: string, language: Language, ...ways: Ways) => F,
): (language: Language, ...ways: Ways) => F {
  const formats = new Map<string, F>();
  return (language, ...ways) => {
    const key = ways.length === 0 ? language : `${language} ${ways.join(' ')}`;
    let format = formats.get(key);
    if (format === undefined) {
      format = make(LOCALES[language], language, ...ways);
      formats.set(key, format);
    }
    return format;
  };
}
