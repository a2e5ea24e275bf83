import type { SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { FileKind } from './file.tables.ts'
import { listSeenFiles } from './seen-files.ts'
import { answerOf, ofKind, signFile } from './sign-file.ts'

type Asked = {
  readonly kind: FileKind
  readonly asked: string | readonly string[]
  readonly width?: number | undefined
  /** Those whose published notes are looked through, whoever asks. */
  readonly articleIds: ReadonlySet<string>
  /** How it is signed for what is seen through this article. */
  readonly sign: (articleId: string) => SignAddress
}

export type SignShown = (asked: Asked) => Promise<ReturnType<typeof answerOf>>

/** Files that the published notes of some articles show, for who reads these and nothing else. */
export const signShown =
  (db: Db): SignShown =>
  async ({ kind, asked, width, articleIds, sign }) => {
    const listReach = async (_db: Db, _actor: unknown, ids: readonly string[]) =>
      new Map(ids.filter((id) => articleIds.has(id)).map((id) => [id, 'reader' as const]))
    const subjects = await listSeenFiles({ db, articles: { listReach }, actor: null }, [asked].flat())
    return answerOf(asked, subjects, (seen) => {
      const found = seen && ofKind(seen, kind)
      if (!found) return null
      const articleId = found.scope.slice(found.scope.indexOf(':') + 1)
      return signFile(sign(articleId), null, found.scope, found.file, width)
    })
  }
