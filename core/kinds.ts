/**
 * What a company makes or does; it has one to three kinds, the first the one that it is known for. Which kinds there
 * are is configuration (core/directory/config.ts): the server sets them from its database at the start and after each
 * change, a browser from the data of its page.
 */

/** The id of a kind, as in addresses. */
export type Kind = string;

let kinds: readonly Kind[] = [];
let movedKinds: Readonly<Record<string, Kind>> = {};

/** Sets the kinds in their order. @param moved kinds that were merged into another one: old id to new id */
export function setKinds(ids: readonly Kind[], moved: Readonly<Record<string, Kind>>): void {
  kinds = ids;
  movedKinds = moved;
}

/** Ids of the kinds that a company can have, in their order. */
export const companyKinds = (): readonly Kind[] => kinds;

/** The kind that a kind was merged into; the id itself where it was not. */
export const kindOfToday = (id: string): Kind =>
  (Object.hasOwn(movedKinds, id) ? movedKinds[id] : id) as Kind;

/** Stored kinds by their current ids; removed kinds are left out. */
export const kindsOfToday = (ids: readonly string[]): Kind[] => [
  ...new Set(ids.map(kindOfToday).filter((id) => kinds.includes(id))),
];
