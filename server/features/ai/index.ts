/** Exports of the feature 'ai' for other features. */
export type { Ai, TypedAnswer } from './ai.ts';
export { issueQuestion, tagNamesQuestion, translationQuestion } from './questions.ts';
