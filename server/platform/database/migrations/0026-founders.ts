import type { Kysely, Migration } from 'kysely';

interface Named {
  id: string;
  name: Record<string, string>;
}
interface Tables {
  companies: { id: string; founders: string; updated_at: string };
}

/**
 * A person is named alike in each of his companies: as the one says that was changed last, which is the
 * name that his page had, and in the languages that it lacks as the one before.
 */
export const agreeOnFounders: Migration = {
  async up(untyped: Kysely<unknown>) {
    const db = untyped as Kysely<Tables>;
    const rows = await db
      .selectFrom('companies')
      .select(['id', 'founders'])
      .where('founders', '!=', '[]')
      .orderBy('updated_at', 'desc')
      .orderBy('id')
      .execute();
    const companies = rows.map((row) => ({ ...row, list: JSON.parse(row.founders) as Named[] }));
    const names = new Map<string, Named['name']>();
    for (const { id, name } of companies.flatMap(({ list }) => list))
      names.set(id, { ...name, ...names.get(id) });
    for (const { id, founders, list } of companies) {
      // In the order in which each was written, so that one that agrees stays as it is.
      const agreed = list.map((founder) => ({
        ...founder,
        name: { ...founder.name, ...names.get(founder.id) },
      }));
      const text = JSON.stringify(agreed);
      if (text !== founders)
        await db.updateTable('companies').set({ founders: text }).where('id', '=', id).execute();
    }
  },
};
