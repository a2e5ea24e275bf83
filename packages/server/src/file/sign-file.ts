/** The addresses of files as they are asked for and answered. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { readerOf, type Actor, type SignAddress } from '../access/index.ts'
import type { PlacedFile } from './file.queries.ts'
import type { FileKind } from './file.tables.ts'
import type { FileScope, SeenFile } from './seen-files.ts'

export type Found = Extract<SeenFile, { file: PlacedFile }>

export const ofKind = (seen: SeenFile, kind: FileKind): Found | null =>
  seen.file !== null && seen.file.kind === kind ? (seen as Found) : null

/** One path that is not there is a refusal, as it is for every other thing. */
export function answerOf(
  asked: string | readonly string[],
  subjects: readonly SeenFile[],
  address: (seen: SeenFile | undefined) => string | null,
) {
  const byPath = new Map(subjects.map((seen) => [seen.path, seen]))
  if (typeof asked !== 'string')
    return { url: null, signedUrl: null, signedUrls: asked.map((path) => address(byPath.get(path))) }
  const signedUrl = address(byPath.get(asked))
  if (signedUrl === null) throw new AppError('not_found')
  return { url: asked, signedUrl, signedUrls: null }
}

export type SignedFile = Pick<PlacedFile, 'key' | 'kind' | 'name' | 'thumbnails'>

/** The smallest copy that is wide enough; an attachment is always saved, under its name. */
export function signFile(
  signAddress: SignAddress,
  actor: Actor | null,
  scope: FileScope,
  { key, kind, name, thumbnails }: SignedFile,
  width?: number,
): string {
  const reader = readerOf(actor, scope)
  if (kind === 'attachment') return signAddress(key, reader, { fileName: name, isDownload: true })
  const copy = width === undefined ? undefined : thumbnails.find((one) => one.width >= width)
  return signAddress(copy?.key ?? key, reader)
}
