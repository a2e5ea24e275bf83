/**
 * The addresses of what a shared page shows are made for the link it was opened by, `link:{kind}:{article}:{fingerprint}`,
 * joined by the article below it that shows it. Each is asked here when it is used, so it ends with the link.
 */
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import { isUsable, type Actor, type SignAddress } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { findOpenLinkOf, isForReader, type LinkKind, type OpenLink } from './link.queries.ts'
import type { LinkSecrets } from './link-secrets.ts'
import { isBelow } from './sub-articles.ts'
import type { ShareArticles } from './share-articles.ts'

export type LinkScope = `link:${string}`

type Parts = { readonly db: Db; readonly secrets: LinkSecrets; readonly articles: Pick<ShareArticles, 'listEntries'> }

export const scopeOfLink = (secrets: LinkSecrets, link: OpenLink, articleId: string): LinkScope => {
  const scope = `link:${link.kind}:${link.articleId}:${secrets.fingerprint(link)}` as const
  return articleId === link.articleId ? scope : `${scope}:${articleId}`
}

/** Signs everything that an answer holds for the link, whatever it was made for by those who read it. */
export const signForLink =
  (
    { signAddress, secrets }: { readonly signAddress: SignAddress; readonly secrets: LinkSecrets },
    link: OpenLink,
    { sessionId, articleId }: { readonly sessionId: string | null; readonly articleId: string },
  ): SignAddress =>
  (key, _reader, as) =>
    signAddress(key, { sessionId, scope: scopeOfLink(secrets, link, articleId) }, as)

const scopePattern = /^link:(public|private):([^:]+):([^:]+)(?::([^:]+))?$/

/** Whether what stands behind this scope is still to be read by it. */
export async function isLinkReached(
  { db, secrets, articles }: Parts,
  actor: Actor | null,
  scope: string,
): Promise<boolean> {
  const [, kind, articleId = '', fingerprint, childId] = scopePattern.exec(scope) ?? []
  if (kind === undefined || !isUuid(articleId)) return false
  const link = await findOpenLinkOf(db, kind as LinkKind, articleId)
  if (link === null || secrets.fingerprint(link) !== fingerprint) return false
  if (link.kind === 'private' && !(actor !== null && isUsable(actor) && (await isForReader(db, actor, articleId))))
    return false
  return childId === undefined || isBelow({ db, articles }, link, childId)
}
