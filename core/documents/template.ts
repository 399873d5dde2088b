/**
 * What a document may say of this installation, by name; undefined where there is nothing to say. Markup is Markdown
 * that stands as it is, everything else is text.
 */
export type TemplateFacts = Record<string, string | number | { markup: string } | undefined>;

const SECTION = /\{\{([#^])(\w+)\}\}\n?([\s\S]*?)\{\{\/\2\}\}\n?/g;
const FACT = /\{\{(\w+)\}\}/g;

/**
 * Puts facts into a text: `{{site}}` is the fact, `{{#contact}}...{{/contact}}` stands only where
 * there is one, `{{^contact}}...{{/contact}}` only where there is none. What is no fact stays.
 */
export function fillTemplate(text: string, facts: TemplateFacts): string {
  const known = (name: string) => Object.hasOwn(facts, name);
  return text
    .replace(SECTION, (all, sign: string, name: string, inner: string) => {
      if (!known(name)) return all;
      return (facts[name] !== undefined) === (sign === '#') ? inner : '';
    })
    .replace(FACT, (all, name: string) => (known(name) ? factText(facts[name]) : all))
    .replace(PARTICLE, chooseParticle);
}

const factText = (fact: TemplateFacts[string]) =>
  typeof fact === 'object' ? fact.markup : escapeMarks(String(fact ?? ''));

/** A fact is text, whatever it looks like; inside of an address nothing is escaped that could stand there. */
export const escapeMarks = (text: string) => text.replace(/[\\`*[\]]/g, '\\$&');

/** A Korean particle in both its forms, behind a syllable of which the last sound decides. */
const PARTICLE = /([가-힣])(은\(는\)|이\(가\)|을\(를\)|과\(와\))/g;

function chooseParticle(_: string, syllable: string, both: string): string {
  const hasFinal = ((syllable.codePointAt(0) ?? 0) - 0xac00) % 28 !== 0;
  return syllable + (hasFinal ? both.charAt(0) : both.charAt(2));
}
