import { defineCall } from '../call.ts';
import { settings, settingsChanges } from './rules.ts';

export const readSettings = defineCall({
  name: 'readSettings',
  method: 'GET',
  path: '/admin/settings',
  access: 'admin',
  tag: 'Settings',
  summary: 'The settings; of keys only the first and last four characters.',
  answer: settings,
});

export const saveSettings = defineCall({
  name: 'saveSettings',
  method: 'POST',
  path: '/admin/settings',
  access: 'admin',
  tag: 'Settings',
  summary:
    'Saves the settings. A masked key that is sent back keeps the stored one, an empty one removes it.',
  body: settingsChanges,
  answer: settings,
});

export const settingsCalls = [readSettings, saveSettings];
