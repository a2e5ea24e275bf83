/** Files for tests and benchmarks: rows as after an upload, without bytes in storage. */
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import type { Db } from '../platform/database/db.ts'
import { newFileKey } from '../platform/files/index.ts'
import { markStored, insertPendingFile, recordFileUses } from './file.queries.ts'
import { keyToPath } from './file-path.ts'
import type { FileKind } from './file.tables.ts'

export type BuiltFile = {
  readonly id: string
  readonly key: string
  readonly path: string
  readonly kind: FileKind
  readonly name: string
}

type FileOverrides = { readonly kind?: FileKind; readonly name?: string; readonly articles?: readonly { id: string }[] }

export async function buildFile(
  db: Db,
  { company, owner }: { readonly company: { id: string }; readonly owner: { id: string } },
  { kind = 'image', name = 'Roof', articles = [] }: FileOverrides = {},
): Promise<BuiltFile> {
  const id = newId()
  const contentType = kind === 'image' ? 'image/png' : 'application/octet-stream'
  const key = newFileKey(`${kind}s`, contentType)
  await insertPendingFile(db, { id, companyId: company.id, ownerId: owner.id, kind, key, name, contentType })
  const size = kind === 'image' ? { width: 640, height: 480 } : { width: null, height: null }
  await db.transaction().execute((trx) => markStored(trx, id, { size: 1000, sha256: Buffer.alloc(32), ...size }))
  for (const article of articles) await recordFileUses(db, [id], article.id)
  return { id, key, path: keyToPath(key), kind, name }
}

/** A note that shows these files, one below the other. */
export const noteWithFiles = (...files: readonly BuiltFile[]): NoteJson =>
  withBlockKeys({ type: 'doc', content: files.map(nodeOf) }, newKey)

const nodeOf = ({ id, kind, name, path }: BuiltFile): NoteNode =>
  kind === 'image'
    ? { type: 'paragraph', content: [{ type: 'image', attrs: { src: path } }] }
    : { type: 'fileAttachment', attrs: { id, url: path, name, ext: 'pdf', size: 1000 } }
