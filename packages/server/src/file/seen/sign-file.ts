/** Requests for file URLs and their responses. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { fileReader, type Actor, type SignAddress } from '../../access/index.ts'
import type { UsedFile } from '../file.queries.ts'
import type { FileKind } from '../file.tables.ts'
import { type FileScope, type VisibleFile, listVisibleFiles } from './visible-files.ts'
import type { Db } from '../../platform/database/db.ts'

export type FoundFile = Extract<VisibleFile, { file: UsedFile }>

export const filterKind = (seen: VisibleFile, kind: FileKind): FoundFile | null =>
  seen.file !== null && seen.file.kind === kind ? (seen as FoundFile) : null

/** A request for a single missing path fails, as for every other resource. */
export function toPathResponse(
  asked: string | readonly string[],
  subjects: readonly VisibleFile[],
  address: (seen: VisibleFile | undefined) => string | null,
) {
  const byPath = new Map(subjects.map((seen) => [seen.path, seen]))
  if (typeof asked !== 'string')
    return { url: null, signedUrl: null, signedUrls: asked.map((path) => address(byPath.get(path))) }
  const signedUrl = address(byPath.get(asked))
  if (signedUrl === null) throw new AppError('not_found')
  return { url: asked, signedUrl, signedUrls: null }
}

export type SignedFile = Pick<UsedFile, 'key' | 'kind' | 'name' | 'thumbnails'>

/** The smallest copy that is wide enough; an attachment is always downloaded, under its name. */
export function signFile(
  signAddress: SignAddress,
  actor: Actor | null,
  scope: FileScope,
  { key, kind, name, thumbnails }: SignedFile,
  width?: number,
): string {
  const reader = fileReader(actor, scope)
  if (kind === 'attachment') return signAddress(key, reader, { fileName: name, isDownload: true })
  const copy = width === undefined ? undefined : thumbnails.find((one) => one.width >= width)
  return signAddress(copy?.key ?? key, reader)
}

type SignRequest = {
  readonly kind: FileKind
  readonly paths: string | readonly string[]
  readonly width?: number | undefined
  /** Articles whose published notes are searched, whoever requests them. */
  readonly articleIds: ReadonlySet<string>
  /** Signs URLs for files seen through this article. */
  readonly sign: (articleId: string) => SignAddress
}

export type SignVisibleFile = (asked: SignRequest) => Promise<ReturnType<typeof toPathResponse>>

/** Files that the published notes of some articles show, for people who read these and nothing else. */
export const signVisibleFile =
  (db: Db): SignVisibleFile =>
  async ({ kind, paths, width, articleIds, sign }) => {
    const listReach = async (_db: Db, _actor: unknown, ids: readonly string[]) =>
      new Map(ids.filter((id) => articleIds.has(id)).map((id) => [id, 'reader' as const]))
    const subjects = await listVisibleFiles({ db, articles: { listAccess: listReach }, actor: null }, [paths].flat())
    return toPathResponse(paths, subjects, (seen) => {
      const found = seen && filterKind(seen, kind)
      if (!found) return null
      const articleId = found.scope.slice(found.scope.indexOf(':') + 1)
      return signFile(sign(articleId), null, found.scope, found.file, width)
    })
  }
