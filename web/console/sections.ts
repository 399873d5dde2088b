import { paths } from '../paths.ts';

/** The ten sections of the console, in the order of its navigation (specification, 'Admin panel'). */
export const SECTIONS = [
  { id: 'dashboard', path: paths.admin },
  { id: 'companies', path: paths.adminCompanies },
  { id: 'scores', path: paths.adminScores },
  { id: 'add', path: paths.adminAdd },
  { id: 'edit', path: paths.adminEdit },
  { id: 'users', path: paths.adminUsers },
  { id: 'comments', path: paths.adminComments },
  { id: 'settings', path: paths.adminSettings },
  { id: 'translations', path: paths.adminTranslations },
  { id: 'password', path: paths.adminPassword },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];
