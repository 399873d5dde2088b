import { type TagConfig, tagNameSchema } from '../../../core/directory/config.ts';
import { LANGUAGES, type Language, offeredLanguages } from '../../../core/languages.ts';
import { problem } from '../../../core/problem.ts';
import type { AiProvider } from '../../../core/settings/rules.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { type Ai, tagNamesQuestion } from '../ai/index.ts';
import { companiesWith } from '../companies/index.ts';
import { readStored, savePart } from '../directory/index.ts';

async function saveNames(unit: AuthoredUnit, tag: TagConfig): Promise<TagConfig> {
  const before = await readStored(unit.tx);
  const others = before.config.tags.list.filter(({ id }) => id !== tag.id);
  const list = [...others, tag].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { config } = await savePart(unit, 'tags', { list }, before, 'body');
  return config.tags.list.find(({ id }) => id === tag.id) ?? tag;
}

/** Sets the names of a tag that companies have. @throws not_found */
export async function saveTagNames(unit: AuthoredUnit, tag: TagConfig): Promise<TagConfig> {
  if ((await companiesWith(unit.tx, 'tag', [tag.id])).length === 0)
    throw problem('not_found', 'No company has this tag.');
  return saveNames(unit, tag);
}

/**
 * Gives a renamed tag the names that it had, unless the new tag has names. The old tag keeps its names too: the
 * renaming may be taken back.
 */
export async function keepTagNames(unit: AuthoredUnit, from: string, to: string): Promise<void> {
  const { list } = (await readStored(unit.tx)).config.tags;
  const find = (tag: string) => list.find(({ id }) => id === tag);
  const own = find(from);
  if (own && !find(to)) await saveNames(unit, { ...own, id: to });
}

/** Asks a model for the names of a tag in the languages that lack one or whose name is outdated; saves nothing. */
export async function askTagNames(
  db: Db,
  ai: Ai,
  tag: string,
  provider: AiProvider | undefined,
): Promise<{ names: { [L in Language]?: string }; model: string }> {
  await ai.requireReady(provider);
  const { list } = (await readStored(db)).config.tags;
  const own = list.find(({ id }) => id === tag);
  const known = Object.fromEntries(
    LANGUAGES.filter((language) => !own?.outdated.includes(language)).map((language) => [
      language,
      own?.names[language],
    ]),
  );
  const wanted = offeredLanguages().filter((language) => known[language] === undefined);
  if (wanted.length === 0) throw problem('conflict', 'No name of this tag is missing or outdated.');
  const question = tagNamesQuestion(tag, known, wanted);
  const { output, model } = await ai.ask({ ...question, provider });
  const proposed = wanted.flatMap((language) => {
    const name = tagNameSchema.safeParse(output[language]);
    return name.success ? [[language, name.data] as const] : [];
  });
  if (proposed.length === 0)
    throw problem('ai_failed', 'The model named nothing.', { reason: 'ai_translation_incomplete' });
  return { names: Object.fromEntries(proposed), model };
}
