import { namedText, type Translate } from '../../i18n/translate.ts';

/** What a kind is called in the language of `t`; its id where it is none of today's. */
export const kindLabel = (t: Translate<'companies'>, kind: string): string =>
  namedText(t, 'companies:kind_', kind);

/** What a tag is called in the language of `t`; one that has no name there is written with its sign, `#tag`. */
export const tagLabel = (t: Translate<'companies'>, tag: string): string =>
  namedText(t, 'companies:tag_', tag, { defaultValue: `#${tag}` });
