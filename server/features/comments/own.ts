import { COMMENT_CHANGEABLE } from '../../../core/comments/rules.ts';
import { problem } from '../../../core/problem.ts';
import { searchForm } from '../../../core/text.ts';
import { commentTags } from '../../platform/database/cache-tags.ts';
import type { AuthoredUnit, Db } from '../../platform/database/types.ts';
import { lockComment, type StoredComment, setStatus } from './admin-store.ts';

/** Who asks to change a comment: the visitor of a signed session, and the account that is logged in. */
export interface Asker {
  /** Undefined without a session: the id of a day belongs to everybody of one network and browser. */
  visitor: string | undefined;
  user: string | undefined;
}

/** The last moment at which a comment may be edited. */
const editableUntil = ({ created_at }: Pick<StoredComment, 'created_at'>) =>
  new Date(Date.parse(created_at) + COMMENT_CHANGEABLE);

/** The comments on a company that somebody may still edit, or take back, the oldest first. */
export async function findOwn(db: Db, companyId: string, { visitor, user }: Asker, now: Date) {
  if (visitor === undefined && user === undefined) return [];
  const recent = new Date(now.getTime() - COMMENT_CHANGEABLE).toISOString();
  const rows = await db
    .selectFrom('comments as c')
    .leftJoin('comment_authors as a', 'a.comment_id', 'c.id')
    .select(['c.id', 'c.created_at'])
    .where('c.company_id', '=', companyId)
    .where('c.status', '!=', 'deleted')
    .where((eb) =>
      eb.or([
        ...(visitor === undefined
          ? []
          : [eb.and([eb('c.visitor', '=', visitor), eb('c.created_at', '>', recent)])]),
        ...(user === undefined ? [] : [eb('a.user_id', '=', user)]),
      ]),
    )
    .orderBy('c.id')
    .execute();
  return rows.map((row) => {
    const until = editableUntil(row);
    return { id: row.id, editable_until: until > now ? until.toISOString() : null };
  });
}

/**
 * Locks a comment of the asker.
 * @throws comment_not_found, forbidden for a comment of another author, conflict after the time limit
 */
async function lockOwn(
  tx: Db,
  companyId: string,
  id: string,
  { visitor, user }: Asker,
  { now, alsoLater }: { now: Date; alsoLater: boolean },
): Promise<StoredComment> {
  const comment = await lockComment(tx, id);
  if (!comment || comment.company_id !== companyId || comment.status === 'deleted')
    throw problem('comment_not_found', 'There is no such comment on this company.');
  const author = await tx
    .selectFrom('comment_authors')
    .select('user_id')
    .where('comment_id', '=', id)
    .executeTakeFirst();
  const isAccounts = user !== undefined && author?.user_id === user;
  if (!isAccounts && (visitor === undefined || comment.visitor !== visitor))
    throw problem('forbidden', 'Only who wrote a comment can change it.');
  if (editableUntil(comment) <= now && !(alsoLater && isAccounts))
    throw problem('conflict', 'A comment can be changed within fifteen minutes of posting it.');
  return comment;
}

/** Changes the text of a comment of one's own. @param held whether the moderation rules hold the new text */
export async function editOwn(
  unit: AuthoredUnit,
  { companyId, id, content, held }: { companyId: string; id: string; content: string; held: boolean },
  asker: Asker,
): Promise<StoredComment> {
  const comment = await lockOwn(unit.tx, companyId, id, asker, { now: unit.now, alsoLater: false });
  const edited_at = unit.now.toISOString();
  await unit.tx
    .updateTable('comments')
    .set({ content, search_text: searchForm(`${comment.author}\n${content}`), edited_at })
    .where('id', '=', id)
    .execute();
  if (held && comment.status === 'published') await setStatus(unit, comment, 'held');
  unit.changed('comment', id, { tags: commentTags(companyId) });
  return { ...comment, content, edited_at, status: held ? 'held' : comment.status };
}

/** Takes a comment of one's own back: it is deleted, and no moderator brings it back. */
export async function takeBackOwn(
  unit: AuthoredUnit,
  { companyId, id }: { companyId: string; id: string },
  asker: Asker,
): Promise<void> {
  const comment = await lockOwn(unit.tx, companyId, id, asker, { now: unit.now, alsoLater: true });
  await setStatus(unit, comment, 'deleted');
  await unit.tx.updateTable('comments').set({ status_before: null }).where('id', '=', id).execute();
}
