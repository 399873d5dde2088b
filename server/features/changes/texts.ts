import type { ChangeTexts } from '../../../core/changes/text.ts';
import type { Language } from '../../../core/languages.ts';
import { fillText } from '../../platform/mail/message.ts';
import { textsOf } from '../directory/index.ts';

/** Texts of changes outside pages: in feeds and mails. */
export function changeTexts(language: Language): ChangeTexts {
  const companies = textsOf(language, 'companies');
  const { labelled } = textsOf(language, 'common');
  const categories = textsOf(language, 'categories') as Record<string, { name: string }>;
  return {
    text: (key: string) => String(companies[key] ?? key),
    anonymous: String(textsOf(language, 'comments')['anonymous']),
    labelled: (label: string, value: string) => fillText(String(labelled), { label, value }),
    category: (id: string) => categories[id]?.name ?? id,
  };
}
