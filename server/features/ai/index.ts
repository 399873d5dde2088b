/** Exports of the feature 'ai' for other features. */
export type { Ai, TypedAnswer } from './ai.ts';
export { translationQuestion } from './questions.ts';
