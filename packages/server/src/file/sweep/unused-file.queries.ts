/**
 * Files that no note or cover contains any more. Searched are articles and drafts (also those in the bin), the state a
 * discard returns to, versions, and live documents, whose bytes contain a path literally. Only articles where a file is
 * placed are searched: elsewhere a path shows nothing.
 */
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'

const isInUse = sql<boolean>`exists (
  select from file_places p
  join articles a on a.id = p.article_id or a.original_id = p.article_id
  where p.file_id = f.id and (
    position(f.key in a.session_start::text) > 0
    or position(f.key in a.cover::text) > 0
    or exists (select from text_tabs t where t.article_id = a.id and position(f.key in t.content::text) > 0)
    or exists (select from article_versions v where v.article_id = a.id and position(f.key in v.content::text) > 0)
    or exists (
      select from notes n where n.article_id = a.id and position(convert_to(f.key, 'UTF8') in n.snapshot) > 0
    )
    or exists (
      select from note_updates u where u.article_id = a.id and position(convert_to(f.key, 'UTF8') in u.update) > 0
    )
  )
)`

type SweepRange = { readonly now: Date; readonly checkedBefore: Date; readonly limit: number }

/**
 * Marks files that nothing uses any more, and unmarks those that are used again. Checks files not checked since
 * `checkedBefore`, and those that were unused. Returns how many it checked.
 */
export async function markUnusedFiles(db: Db, { now, checkedBefore, limit }: SweepRange): Promise<number> {
  const { numAffectedRows } = await sql`
    with looked as (
      select f.id, ${isInUse} as held from files f
      where f.stored_at is not null
        and (f.checked_at is null or f.checked_at < ${now})
        and (f.checked_at is null or f.checked_at < ${checkedBefore} or f.unused_since is not null)
      order by f.checked_at nulls first, f.id limit ${limit} for update skip locked
    )
    update files f set
      checked_at = ${now}::timestamptz,
      was_used = f.was_used or looked.held,
      unused_since = case when not looked.held then coalesce(f.unused_since, ${now}::timestamptz) end
    from looked where f.id = looked.id`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

type GracePeriod = {
  /** Unused since before this time, after having been used. */
  readonly unusedSince: Date
  /** Uploaded before this time, and never used by a note or never complete. */
  readonly broughtBefore: Date
  readonly limit: number
}

/**
 * Deletes files unused for the whole grace period; checks again, because someone may just have restored one. Returns
 * their keys in storage.
 */
export async function deleteUnusedFiles(
  trx: Trx,
  { unusedSince, broughtBefore, limit }: GracePeriod,
): Promise<{ count: number; keys: string[] }> {
  const { rows } = await sql<{ id: string; keys: string[] }>`
    with doomed as materialized (
      select f.id, f.key from files f
      where (
          f.unused_since < ${unusedSince}
          or (f.unused_since is not null and not f.was_used and f.created_at < ${broughtBefore})
          or (f.stored_at is null and f.created_at < ${broughtBefore})
        )
        and not ${isInUse}
      order by f.id limit ${limit} for update skip locked
    ), gone as (
      delete from files f using doomed where f.id = doomed.id
    )
    select doomed.id, array_append(
      array(select t.key from file_thumbnails t where t.file_id = doomed.id), doomed.key
    ) as keys
    from doomed`.execute(trx)
  return { count: rows.length, keys: rows.flatMap(({ keys }) => keys) }
}

/**
 * Deletes up to `limit` files of a company that is being removed; files that articles of other companies show stay.
 * Returns their keys in storage.
 */
export async function deleteFilesOfCompany(
  db: Db,
  companyId: string,
  limit: number,
): Promise<{ count: number; keys: string[] }> {
  const { rows } = await sql<{ key: string; thumbnails: string[] }>`
    delete from files where id in (
      select f.id from files f where f.company_id = ${companyId} and not exists (
        select from file_places p join articles a on a.id = p.article_id
        where p.file_id = f.id and a.company_id <> ${companyId}
      ) limit ${limit}
    )
    returning key, array(select t.key from file_thumbnails t where t.file_id = files.id) as thumbnails
  `.execute(db)
  return { count: rows.length, keys: rows.flatMap(({ key, thumbnails }) => [key, ...thumbnails]) }
}
