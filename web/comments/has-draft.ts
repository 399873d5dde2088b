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

/** Keeps what is typed before the rest of comments is there, as `keepDraft` does then. */
export function noteDraft(companyId: string, text: string): void {
  try {
    sessionStorage.setItem(draftKey(companyId), text);
  } catch {
    // Full or forbidden.
  }
}
