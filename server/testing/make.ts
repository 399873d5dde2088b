import type { Updateable } from 'kysely';
import { emptyShared, type SharedFields, type TextFields } from '../../core/companies/fields.ts';
import { companyId } from '../../core/companies/slug.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../core/languages.ts';
import { draftUser, insertUser, updateUser } from '../features/accounts/store.ts';
import { insertComment, type NewComment } from '../features/comments/store.ts';
import { refreshListing } from '../features/companies/listing.ts';
import { sharedColumns, textColumns } from '../platform/database/company-columns.ts';
import type { UserTable } from '../platform/database/schema.ts';
import type { TestApp } from './app.ts';

type Text = Partial<TextFields> & Pick<TextFields, 'name'>;

interface Company extends Partial<SharedFields> {
  id?: string;
  likes?: number;
  created_at?: string;
  texts?: Partial<Record<Language, Text>>;
}

const MADE: SharedFields = {
  ...emptyShared(),
  category: 'no-seed',
  founder: 'Ada Lovelace',
  revenue: '$10M',
  employees: 5,
  founded: 2010,
  score: 60,
};

let made = 0;

/** Inserts a company, with defaults for absent fields. Returns the id. */
export async function makeCompany(app: TestApp, name: string, company: Company = {}): Promise<string> {
  const {
    id = companyId(name, ++made),
    likes = 0,
    created_at: at = app.clock.now.toISOString(),
    texts = { [DEFAULT_LANGUAGE]: { name } },
    ...fields
  } = company;
  await app.database.write(async (unit) => {
    const { tx } = unit;
    await tx
      .insertInto('companies')
      .values({
        id,
        ...sharedColumns({ ...MADE, ...fields }),
        likes,
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
          ...textColumns({
            description: `About ${text.name}`,
            story: 'It began in a garage.',
            highlights: ['One highlight'],
            ...text,
          }),
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
