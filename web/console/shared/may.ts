import { readAdminSession } from '../../../core/admins/calls.ts';
import { isRole, may, type Permission, type Role } from '../../../core/admins/roles.ts';
import { ADMIN_ROLE_KEY, storage } from '../../shared/api.ts';
import { SECTIONS, type SectionId, sectionPermission } from '../../shared/console/sections.ts';
import { useCall } from './api.ts';

/** The role of whoever is at the session: as the log-in said it, until the session is read. */
function useRole(): Role | undefined {
  const { data } = useCall(readAdminSession, {});
  if (data) return data.role;
  const noted = storage.get(ADMIN_ROLE_KEY);
  return isRole(noted) ? noted : undefined;
}

/** Whether the role of the session is loaded. */
export function useIsRoleKnown(): boolean {
  return useRole() !== undefined;
}

/**
 * Checks permissions of the session's role, to hide controls whose calls the server would refuse. While the
 * role is unknown or a second factor is missing, only `own` is granted.
 */
export function useMay(): (permission: Permission) => boolean {
  const role = useRole();
  const { data } = useCall(readAdminSession, {});
  const isOpen = role !== undefined && data?.needsFactor !== true;
  return (permission) => (isOpen ? may(role, permission) : permission === 'own');
}

/** Console sections that the session's role may open. */
export function useSections(): { id: SectionId; begins?: true }[] {
  const mayDo = useMay();
  return SECTIONS.filter(({ id }) => mayDo(sectionPermission(id)));
}
