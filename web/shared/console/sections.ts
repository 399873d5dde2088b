import type { Permission } from '../../../core/admins/roles.ts';

interface SectionEntry {
  id: string;
  page: string;
  /** Permission required to open the section; without one, every administrator may. */
  permission?: Permission;
  /** A rule stands before it: what follows is about something else. */
  begins?: true;
}

/**
 * The sections of the console, in the order of its navigation (specification, 'Admin panel'). One entry defines
 * a section: `id` is the address below `/admin` and the name of the section's texts, `page` is the route module.
 */
export const SECTIONS = [
  { id: 'dashboard', page: './console/dashboard/section.tsx', permission: 'statistics.read' },
  {
    id: 'companies',
    page: './console/import-export/section.tsx',
    permission: 'companies.export',
    begins: true,
  },
  { id: 'scores', page: './console/companies/scores-section.tsx', permission: 'companies.write' },
  { id: 'add', page: './console/companies/add-section.tsx', permission: 'companies.write' },
  { id: 'edit', page: './console/companies/edit-section.tsx', permission: 'companies.read' },
  { id: 'proposals', page: './console/proposals/section.tsx', permission: 'companies.read' },
  { id: 'collections', page: './console/collections/section.tsx', permission: 'companies.read' },
  { id: 'users', page: './console/users/section.tsx', permission: 'users.read', begins: true },
  { id: 'comments', page: './console/comments/section.tsx', permission: 'comments.read' },
  { id: 'newsletter', page: './console/newsletter/section.tsx', permission: 'newsletter.write' },
  { id: 'directory', page: './console/directory/section.tsx', permission: 'settings.write', begins: true },
  { id: 'settings', page: './console/settings/section.tsx', permission: 'settings.write' },
  { id: 'translations', page: './console/translations/section.tsx', permission: 'translations.read' },
  {
    id: 'administrators',
    page: './console/admins/administrators-section.tsx',
    permission: 'administrators.read',
    begins: true,
  },
  { id: 'security', page: './console/security-log/section.tsx', permission: 'security.read' },
  { id: 'audit', page: './console/audit/section.tsx', permission: 'log.read' },
  { id: 'password', page: './console/admins/password-section.tsx', permission: 'own' },
] as const satisfies readonly SectionEntry[];
export type SectionId = (typeof SECTIONS)[number]['id'];

/** What an administrator has to be allowed to do to open a section. */
export function sectionPermission(id: SectionId): Permission {
  const entry: SectionEntry | undefined = SECTIONS.find((section) => section.id === id);
  return entry?.permission ?? 'own';
}

/** The query parameter by which the section of companies opens one in the editor. */
export const EDIT_PARAMETER = 'edit';
