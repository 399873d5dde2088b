import { paths } from '../paths.ts';

/** What one does in the console beside opening a section: its text of `search`, where, and the permission required. */
export const CONSOLE_ACTIONS = [
  { text: 'transfer', to: `${paths.admin('companies')}?tab=migration`, permission: 'companies.export' },
  { text: 'tags', to: `${paths.admin('companies')}?tab=tags`, permission: 'companies.write' },
  { text: 'evaluate', to: paths.admin('scores'), permission: 'companies.write' },
  { text: 'invite', to: paths.admin('administrators'), permission: 'administrators.write' },
] as const;
