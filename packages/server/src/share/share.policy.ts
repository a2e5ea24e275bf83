/**
 * The policy for shares: those who may edit the article may share it. Its author also sees the recipients. Drafts are
 * never shared, so a draft's id is not found.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { isColleague, hasUsableCompany, rule, type Actor } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import { ranks, workspacePolicy, type WorkspaceAccess } from '../workspace/index.ts'
import { findSharedArticle, findOpenLink, mayOpenPrivateLink, type OpenLink } from './link/link.queries.ts'
import type { VisibleArticle, ShareArticles } from './share-articles.ts'

export type TokenSubject =
  | { readonly kind: 'article'; readonly companyId: string; readonly article: VisibleArticle }
  | { readonly kind: 'workspace'; readonly companyId: string; readonly workspace: WorkspaceAccess }

export const sharePolicy = (articles: ShareArticles) => {
  const load = (db: Db, actor: Actor | null, id: string) => articles.findVisible(db, actor, id)

  const loadTokenSubject = async (db: Db, actor: Actor | null, id: string): Promise<TokenSubject | null> => {
    const article = await load(db, actor, id)
    if (article !== null) return { kind: 'article', companyId: article.companyId, article }
    // A private link is the recipients' only way to the article.
    const named = await findSharedArticle(db, actor, id)
    if (named !== null) {
      return {
        kind: 'article',
        companyId: named.companyId,
        article: { ...named, workspaceId: null, rank: 0, isEditable: false },
      }
    }
    const workspace = await workspacePolicy['workspace.view'].load(db, actor, id)
    return workspace && { kind: 'workspace', companyId: workspace.companyId, workspace }
  }

  return {
    'share.edit': rule({ load, may: (_actor, { isEditable }) => isEditable }),
    // Also in an archived workspace, because reading changes nothing.
    'share.people': rule({
      load,
      may: (actor, { rank, authorId, companyId }) =>
        isColleague(actor, { companyId }) && (rank >= ranks.editor || authorId === actor?.userId),
    }),
    'share.token': rule({ load: loadTokenSubject, may: isColleague }),
    'share.openPrivate': rule<OpenLink>({
      notFoundCode: 'shared_not_found',
      load: (db, actor, token) => findPrivateLink(db, actor, token),
      may: () => true,
    }),
  } as const satisfies Record<Extract<Permission, `share.${string}`>, AnyRule>
}

/** Null if the link is not for this actor, as for an unknown token. */
export async function findPrivateLink(db: Db, actor: Actor | null, token: string): Promise<OpenLink | null> {
  if (actor === null || !hasUsableCompany(actor)) return null
  const link = await findOpenLink(db, 'private', token)
  return link !== null && (await mayOpenPrivateLink(db, actor, link.articleId)) ? link : null
}
