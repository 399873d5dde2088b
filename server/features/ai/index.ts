/** Exports of the feature 'ai' for other features. */
export type { Ai, TypedAnswer } from './ai.ts';
export { tagNamesQuestion, translationQuestion } from './questions.ts';
