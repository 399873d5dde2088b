/** Exports of the feature 'ai' for other features. */
export type { Ai, TypedAnswer } from './ai.ts';
export { countProposals } from './proposal-store.ts';
export { issueQuestion, tagNamesQuestion, translationQuestion } from './questions.ts';
export { createAiUsage, estimateQuestions } from './usage.ts';
