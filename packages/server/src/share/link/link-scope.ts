/**
 * URLs of files on a shared page are signed for the link that opened it, `link:{kind}:{article}:{fingerprint}`, with
 * the sub-article that shows the file, if any. Each is checked here when it is used, so it expires with the link.
 */
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { hasUsableCompany, type Actor, type SignAddress } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { findOpenLinkOfArticle, mayOpenPrivateLink, type LinkKind, type OpenLink } from './link.queries.ts'
import type { LinkSecrets } from './link-secrets.ts'
import { isSubArticle } from '../page/sub-articles.ts'
import type { ShareArticles } from '../share-articles.ts'

export type LinkScope = `link:${string}`

type Dependencies = {
  readonly db: Db
  readonly secrets: LinkSecrets
  readonly articles: Pick<ShareArticles, 'listEntries'>
}

export const scopeOfLink = (secrets: LinkSecrets, link: OpenLink, articleId: string): LinkScope => {
  const scope = `link:${link.kind}:${link.articleId}:${secrets.fingerprint(link)}` as const
  return articleId === link.articleId ? scope : `${scope}:${articleId}`
}

/** Signs all URLs of a response for the link, regardless of the reader they were requested for. */
export const signForLink =
  (
    { signAddress, secrets }: { readonly signAddress: SignAddress; readonly secrets: LinkSecrets },
    link: OpenLink,
    { sessionId, articleId }: { readonly sessionId: string | null; readonly articleId: string },
  ): SignAddress =>
  (key, _reader, as) =>
    signAddress(key, { sessionId, scope: scopeOfLink(secrets, link, articleId) }, as)

const scopePattern = /^link:(public|private):([^:]+):([^:]+)(?::([^:]+))?$/

/** Whether the article of this scope can still be read through its link. */
export async function isLinkReachable(
  { db, secrets, articles }: Dependencies,
  actor: Actor | null,
  scope: string,
): Promise<boolean> {
  const [, kind, articleId = '', fingerprint, childId] = scopePattern.exec(scope) ?? []
  if (kind === undefined || !isUuid(articleId)) return false
  const link = await findOpenLinkOfArticle(db, kind as LinkKind, articleId)
  if (link === null || secrets.fingerprint(link) !== fingerprint) return false
  if (
    link.kind === 'private' &&
    !(actor !== null && hasUsableCompany(actor) && (await mayOpenPrivateLink(db, actor, articleId)))
  )
    return false
  return childId === undefined || isSubArticle({ db, articles }, link, childId)
}
