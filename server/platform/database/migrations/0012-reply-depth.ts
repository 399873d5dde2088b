import { type Kysely, type Migration, sql } from 'kysely';

/**
 * Replies end at the eighth level: deeper ones, from before that was so, are put below the one that
 * stands above them there. Both databases delete by going down the replies, and fail where these are
 * a thousand levels deep.
 */
export const boundReplyDepth: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      with recursive below (id, level, place) as (
        select id, 1, id from comments where parent_id is null
        union all
        select c.id, b.level + 1, case when b.level < 8 then c.id else b.place end
        from below b join comments c on c.parent_id = b.id
      )
      update comments set parent_id = (select place from below where below.id = comments.id)
      where id in (select id from below where level > 9)`.execute(db);
  },
};
