import type { Permission } from '../../../core/admins/roles.ts';

interface SectionEntry {
  id: string;
  /** Permission required to open the section; without one, every administrator may. */
  permission?: Permission;
  /** Begins a group: a separator line precedes the section. */
  begins?: true;
}

/**
 * The sections of the console, in the order of its navigation (specification, 'Admin panel'). One entry defines
 * a section: `id` is the address below `/admin` and the name of the section's texts. Its page is in
 * `web/console/layout/pages.tsx`.
 */
export const SECTIONS = [
  { id: 'dashboard', permission: 'statistics.read' },
  {
    id: 'companies',
    permission: 'companies.export',
    begins: true,
  },
  { id: 'scores', permission: 'companies.write' },
  { id: 'add', permission: 'companies.write' },
  { id: 'edit', permission: 'companies.read' },
  { id: 'proposals', permission: 'companies.read' },
  { id: 'collections', permission: 'companies.read' },
  { id: 'users', permission: 'users.read', begins: true },
  { id: 'comments', permission: 'comments.read' },
  { id: 'newsletter', permission: 'newsletter.write' },
  { id: 'directory', permission: 'settings.write', begins: true },
  { id: 'settings', permission: 'settings.write' },
  { id: 'translations', permission: 'translations.read' },
  {
    id: 'administrators',
    permission: 'administrators.read',
    begins: true,
  },
  { id: 'security', permission: 'security.read' },
  { id: 'audit', permission: 'log.read' },
  { id: 'password', permission: 'own' },
] as const satisfies readonly SectionEntry[];
export type SectionId = (typeof SECTIONS)[number]['id'];

/** What an administrator has to be allowed to do to open a section. */
export function sectionPermission(id: SectionId): Permission {
  const entry: SectionEntry | undefined = SECTIONS.find((section) => section.id === id);
  return entry?.permission ?? 'own';
}

/** The query parameter by which the section of companies opens one in the editor. */
export const EDIT_PARAMETER = 'edit';
