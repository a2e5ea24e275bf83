import { attachmentName } from '@knowreel/shared/file/attachment-name.ts'
import { fileLimits } from '@knowreel/shared/file/file.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { storeFile, type StoreFileDependencies, type StoredFile, type UploadContext } from './store-file.ts'
import { limitBytes } from './limit-bytes.ts'

export type StoredAttachment = StoredFile & { readonly name: string }

/** Stores an attachment of any kind and streams its bytes to storage. Throws `file_too_large`. */
export async function storeAttachment(
  dependencies: StoreFileDependencies,
  uploadContext: UploadContext,
  { name: given, content }: { readonly name: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<StoredAttachment> {
  const name = attachmentName(given)
  const kept = await storeFile(dependencies, uploadContext, { kind: 'attachment', name }, async (key) => {
    const hash = createHash('sha256')
    const limited = limitBytes(content, fileLimits.attachmentBytes, () => new AppError('file_too_large'))
    const size = await dependencies.files.put(key, Readable.from(hashed(limited, hash), { objectMode: false }))
    return { size, sha256: hash.digest(), width: null, height: null }
  })
  return { ...kept, name }
}

async function* hashed(
  content: AsyncIterable<Uint8Array>,
  hash: { update(piece: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece)
    yield piece
  }
}
