export const draftKey = (place: string) => `draft:${place}`;

/** Whether a comment on a company was begun in this tab. Replies show theirs once they are opened again. */
export function hasDraft(companyId: string): boolean {
  try {
    return sessionStorage.getItem(draftKey(companyId)) !== null;
  } catch {
    // Forbidden.
    return false;
  }
}
