/** Whether something on the page is typed and not saved, for each form that asks before it is left. */
const forms = new Set<() => boolean>();

/** @returns what ends the watch */
export function watchUnsaved(isUnsaved: () => boolean): () => void {
  forms.add(isUnsaved);
  return () => forms.delete(isUnsaved);
}

export const hasUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved());
