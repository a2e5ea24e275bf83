import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/db.ts'
import type { FileKind } from '../file.tables.ts'
import type { ReadOutcome } from './attachment-text.ts'

export type UnreadFile = {
  readonly kind: FileKind
  readonly key: string
  readonly name: string
  readonly size: number
}

/** Null if it is gone, not completely stored, or was read. */
export async function findUnreadFile(db: Db, id: string): Promise<UnreadFile | null> {
  const { rows } = await sql<UnreadFile>`
    select kind, key, name, size::float8 as size from files f
    where id = ${id} and stored_at is not null
      and not exists (select from file_texts t where t.file_id = f.id)
  `.execute(db)
  return rows[0] ?? null
}

/** Files whose own job had its time, newest first. */
export async function listUnreadFiles(db: Db, kinds: readonly FileKind[]): Promise<{ id: string; kind: FileKind }[]> {
  const { rows } = await sql<{ id: string; kind: FileKind }>`
    select id, kind from files f
    where kind = any(${kinds}) and stored_at < now() - interval '30 minutes'
      and not exists (select from file_texts t where t.file_id = f.id)
    order by created_at desc limit 1000
  `.execute(db)
  return rows
}

export type TextPiece = { readonly page: number | null; readonly content: string }

/** Does nothing if the file is gone, or another worker was faster. */
export async function insertText(
  trx: Trx,
  fileId: string,
  outcome: ReadOutcome,
  pieces: readonly TextPiece[],
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into file_texts (file_id, outcome) select id, ${outcome} from files where id = ${fileId}
    on conflict do nothing
  `.execute(trx)
  if (numAffectedRows !== 1n || pieces.length === 0) return
  await sql`
    insert into file_text_pieces (file_id, position, page, content)
    select ${fileId}, position - 1, page, content
    from unnest(${pieces.map(({ page }) => page)}::int[], ${pieces.map(({ content }) => content)}::text[])
      with ordinality as piece (page, content, position)
  `.execute(trx)
}
