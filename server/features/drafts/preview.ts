import type { CompanyDetail } from '../../../core/companies/calls.ts';
import type { Language } from '../../../core/languages.ts';
import type { Actor, Database } from '../../platform/database/types.ts';
import { readCompany } from '../companies/index.ts';
import { applyDraft } from './publish.ts';
import { requireDraft } from './store.ts';

/** Carries what was read out of a transaction that is rolled back. */
class Discarded extends Error {
  readonly company: CompanyDetail;
  constructor(company: CompanyDetail) {
    super('Nothing of this is kept.');
    this.company = company;
  }
}

/**
 * A company as it would be with its draft: published in a transaction of which nothing stays, so that all that follows
 * from a save follows here too.
 * @throws as publishing it would
 */
export async function companyWithDraft(
  database: Database,
  id: string,
  language: Language,
  now: Date,
): Promise<CompanyDetail> {
  const actor: Actor = { kind: 'person', name: '' };
  try {
    return await database.write(async (unit) => {
      await applyDraft({ ...unit, actor, now }, await requireDraft(unit.tx, id));
      throw new Discarded(await readCompany(unit.tx, id, language, true));
    });
  } catch (error) {
    if (error instanceof Discarded) return error.company;
    throw error;
  }
}
