/** Stores files and the articles where they may be shown. */
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import type { FileKind } from './file.tables.ts'

export type NewFile = {
  readonly id: string
  readonly companyId: string
  readonly ownerId: string
  readonly kind: FileKind
  readonly key: string
  readonly name: string
  readonly contentType: string
}

export async function insertPendingFile(db: Db, file: NewFile): Promise<void> {
  await db
    .insertInto('files')
    .values({
      id: file.id,
      company_id: file.companyId,
      owner_id: file.ownerId,
      kind: file.kind,
      key: file.key,
      name: file.name,
      content_type: file.contentType,
    })
    .execute()
}

export type StoredFileInfo = {
  readonly size: number
  readonly sha256: Buffer
  readonly width: number | null
  readonly height: number | null
}

/** Returns the upload time; null if the row was swept in the meantime, because no upload takes that long. */
export async function markStored(trx: Trx, id: string, facts: StoredFileInfo): Promise<Date | null> {
  const row = await trx
    .updateTable('files')
    .set({ ...facts, stored_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('created_at')
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** False if the file is completely stored, or gone. */
export async function lockPendingFile(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('files')
    .where('id', '=', id)
    .where('stored_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePendingFile(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('files').where('id', '=', id).where('stored_at', 'is', null).execute()
}

/** Allows these files to be shown in the article. A file that is being swept is left out. */
export async function recordFileUses(db: Db, fileIds: readonly string[], articleId: string): Promise<void> {
  if (fileIds.length === 0) return
  await sql`
    with present as (
      update files set unused_since = null where id = any(${fileIds}::uuid[]) and stored_at is not null returning id
    )
    insert into file_places (file_id, article_id)
    select present.id, a.id from present join articles a on a.id = ${articleId}
    on conflict do nothing
  `.execute(db)
}

/** Files shown in one article may be shown in the other, which received its content. */
export async function copyFileUses(trx: Trx, fromArticleId: string, toArticleId: string): Promise<void> {
  await sql`
    insert into file_places (file_id, article_id)
    select file_id, ${toArticleId} from file_places where article_id = ${fromArticleId}
    on conflict do nothing
  `.execute(trx)
}

/** Files that only these articles show are charged to the articles' new company. */
export async function moveFilesToCompany(trx: Trx, articleIds: readonly string[], companyId: string): Promise<void> {
  await sql`
    update files f set company_id = ${companyId}
    where exists (select from file_places p where p.file_id = f.id and p.article_id = any(${articleIds}::uuid[]))
      and not exists (select from file_places p where p.file_id = f.id and p.article_id <> all(${articleIds}::uuid[]))
  `.execute(trx)
}

export type UsedFile = {
  readonly id: string
  readonly key: string
  readonly kind: FileKind
  readonly name: string
  readonly width: number | null
  /** Articles where it may be shown, latest placement first. */
  readonly articleIds: readonly string[]
  readonly thumbnails: readonly { readonly width: number; readonly key: string }[]
}

/** Limit of placements considered per file; no image in a note has this many. */
const maxUses = 10_000

/** Those of the files that are completely stored, with their placements. */
export async function listUsedFiles(db: Db, keys: readonly string[]): Promise<UsedFile[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<UsedFile>`
    select f.id, f.key, f.kind, f.name, f.width,
      array(
        select p.article_id from file_places p where p.file_id = f.id order by p.created_at desc limit ${maxUses}
      ) as "articleIds",
      coalesce((
        select json_agg(json_build_object('width', t.width, 'key', t.key) order by t.width)
        from file_thumbnails t where t.file_id = f.id and t.stored_at is not null
      ), '[]'::json) as thumbnails
    from files f
    where f.key = any(${keys}::text[]) and f.stored_at is not null
  `.execute(db)
  return rows
}

/** Those of the keys that may be shown in this article or draft; other files that a note names do not belong to it. */
export async function listArticleFileKeys(db: Db, articleId: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select f.key from files f
    join file_places p on p.file_id = f.id
    join articles a on p.article_id = coalesce(a.original_id, a.id)
    where a.id = ${articleId} and f.key = any(${keys}::text[]) and f.stored_at is not null
  `.execute(db)
  return rows.map(({ key }) => key)
}

export type ImageRow = { readonly id: string; readonly key: string; readonly width: number }

/** Null if it is gone, not an image, or not completely stored. */
export async function findImage(db: Db, id: string): Promise<ImageRow | null> {
  const row = await db
    .selectFrom('files')
    .where('id', '=', id)
    .where('kind', '=', 'image')
    .where('stored_at', 'is not', null)
    .select(['id', 'key', 'width'])
    .executeTakeFirst()
  return row === undefined || row.width === null ? null : { id: row.id, key: row.key, width: row.width }
}

/** The storage key for this copy; the same on every call. Null if the copy already exists, or the file is gone. */
export async function claimThumbnail(db: Db, fileId: string, width: number, newKey: string): Promise<string | null> {
  const { rows } = await sql<{ key: string; isStored: boolean }>`
    insert into file_thumbnails (file_id, width, key)
    select id, ${width}, ${newKey} from files where id = ${fileId}
    on conflict (file_id, width) do update set width = excluded.width
    returning key, stored_at is not null as "isStored"
  `.execute(db)
  const [row] = rows
  return row === undefined || row.isStored ? null : row.key
}

/** False if the image was deleted in the meantime. */
export async function markThumbnailStored(db: Db, key: string, size: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('file_thumbnails')
    .set({ size, stored_at: new Date() })
    .where('key', '=', key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
