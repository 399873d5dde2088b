import type { Language } from '../../../core/languages.ts';
import { issueTextSchema } from '../../../core/newsletter/calls.ts';
import { type IssueText, issueParts, isWhole } from '../../../core/newsletter/rules.ts';
import { problem } from '../../../core/problem.ts';
import type { AiProvider } from '../../../core/settings/rules.ts';
import { type Ai, issueQuestion } from '../ai/index.ts';

const companiesIn = (body: string) =>
  issueParts(body).flatMap((part) => ('company' in part ? [part.company] : []));

/** Asks a model for a text in another language; saves nothing. @throws ai_failed where something of the original is missing */
export async function askIssueText(
  ai: Ai,
  {
    from,
    to,
    text,
    provider,
  }: { from: Language; to: Language; text: IssueText; provider?: AiProvider | undefined },
): Promise<{ text: IssueText; model: string }> {
  await ai.requireReady(provider);
  const { output, model } = await ai.ask({ ...issueQuestion(text, from, to), provider });
  const answered = issueTextSchema.safeParse(output);
  const isComplete =
    answered.success &&
    isWhole(answered.data) === isWhole(text) &&
    companiesIn(answered.data.body).join() === companiesIn(text.body).join();
  if (!isComplete)
    throw problem('ai_failed', 'The translation is incomplete.', { reason: 'ai_translation_incomplete' });
  return { text: answered.data, model };
}
