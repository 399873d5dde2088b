/** The table that the search index is made from: a deleted company leaves the index. */
export const INDEXED_DOCUMENTS = { table: 'companies', id: 'id' } as const;
