/** Exports of the feature 'settings' for other features. */
export type { SettingsStore } from './store.ts';
