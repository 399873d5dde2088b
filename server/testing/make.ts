import type { Updateable } from 'kysely';
import type { CompanyCategory } from '../../core/categories.ts';
import { parseRevenue } from '../../core/companies/revenue.ts';
import { companyId } from '../../core/companies/slug.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import { draftUser, insertUser, updateUser } from '../accounts/store.ts';
import { insertComment, type NewComment } from '../comments/store.ts';
import { refreshListing } from '../companies/listing.ts';
import type { UserTable } from '../database/schema.ts';
import type { TestApp } from './app.ts';

interface Text {
  name: string;
  founder?: string | null;
  description?: string;
  story?: string;
  highlights?: string[];
}

interface Company {
  id?: string;
  category?: CompanyCategory;
  founder?: string;
  revenue?: string;
  employees?: number | null;
  founded?: number | null;
  score?: number;
  likes?: number;
  show_on_site?: boolean;
  created_at?: string;
  texts?: Partial<Record<Language, Text>>;
}

let made = 0;

/** Puts a company into the database; a test states only what matters to it. Returns its id. */
export async function makeCompany(app: TestApp, name: string, company: Company = {}): Promise<string> {
  const id = company.id ?? companyId(name, ++made);
  const at = company.created_at ?? app.clock.now.toISOString();
  const revenue = company.revenue ?? '$10M';
  const texts = company.texts ?? { [DEFAULT_LANGUAGE]: { name } };
  await app.database.write(async (unit) => {
    const { tx } = unit;
    await tx
      .insertInto('companies')
      .values({
        id,
        category: company.category ?? 'no-seed',
        founder: company.founder ?? 'Ada Lovelace',
        revenue,
        revenue_amount: parseRevenue(revenue) ?? -1,
        employees: company.employees === undefined ? 5 : company.employees,
        founded: company.founded === undefined ? 2010 : company.founded,
        sources: '[]',
        score: company.score ?? 60,
        likes: company.likes ?? 0,
        show_on_site: company.show_on_site === false ? 0 : 1,
        name_key: '',
        created_at: at,
        updated_at: at,
      })
      .execute();
    for (const [language, text] of Object.entries(texts)) {
      await tx
        .insertInto('company_texts')
        .values({
          company_id: id,
          language: language as Language,
          name: text.name,
          founder: text.founder ?? null,
          description: text.description ?? `About ${text.name}`,
          story: text.story ?? 'It began in a garage.',
          highlights: JSON.stringify(text.highlights ?? ['One highlight']),
          updated_at: at,
        })
        .execute();
    }
    await refreshListing(tx, id);
    unit.changed('company', id);
  });
  return id;
}

/** Puts a user into the database, who cannot log in unless a password hash is given. Returns the id. */
export async function makeUser(
  app: TestApp,
  email: string,
  { created_at = app.clock.now.toISOString(), ...fields }: Updateable<UserTable> = {},
): Promise<string> {
  const user = draftUser(
    {
      email,
      password_hash: '',
      nickname: null,
      first_name: null,
      last_name: null,
      language: 'ko',
      newsletter_subscribed: 0,
    },
    created_at,
  );
  await app.database.write(async ({ tx }) => {
    await insertUser(tx, user);
    await updateUser(tx, user.id, fields);
  });
  return user.id;
}

/** Puts a comment on a company into the database. Returns its id. */
export async function makeComment(
  app: TestApp,
  company: string,
  content: string,
  fields: Partial<NewComment> = {},
): Promise<string> {
  return app.database.write(async (unit) => {
    const comment: NewComment = {
      company_id: company,
      content,
      parent_id: null,
      author: 'Anonymous User',
      visitor: 'somebody',
      created_at: app.clock.now.toISOString(),
      status: 'published',
      ...fields,
    };
    const { id } = await insertComment(unit, comment);
    return id;
  });
}
