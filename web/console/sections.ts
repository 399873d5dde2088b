/**
 * The sections of the console, in the order of its navigation (specification, 'Admin panel'). An entry is
 * all that makes one: its id is its address below `/admin` and the name of its texts, `page` draws it.
 */
export const SECTIONS = [
  { id: 'dashboard', page: './dashboard/section.tsx' },
  { id: 'companies', page: './import-export/section.tsx' },
  { id: 'scores', page: './companies/scores-section.tsx' },
  { id: 'add', page: './companies/add-section.tsx' },
  { id: 'edit', page: './companies/edit-section.tsx' },
  { id: 'users', page: './users/section.tsx' },
  { id: 'comments', page: './comments/section.tsx' },
  { id: 'settings', page: './settings/section.tsx' },
  { id: 'translations', page: './translations/section.tsx' },
  { id: 'security', page: './security-log/section.tsx' },
  { id: 'password', page: './admins/password-section.tsx' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];
