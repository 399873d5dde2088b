import { namedText, type Translate } from '../../i18n/translate.ts';

/** Name of a kind in the language of `t`; the id of an unknown kind. */
export const kindLabel = (t: Translate<'companies'>, kind: string): string =>
  namedText(t, 'companies:kind_', kind);

/** What a tag is called in the language of `t`; one that has no name there is written with its sign, `#tag`. */
export const tagLabel = (t: Translate<'companies'>, tag: string): string =>
  namedText(t, 'companies:tag_', tag, { defaultValue: `#${tag}` });
