import type { SharedPage } from '@knowreel/shared/share/share.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor, SignAddress } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { toArticleWorkspace, workspaceSlug } from '../../workspace/index.ts'
import type { LinkSecrets } from '../link/link-secrets.ts'
import { signForLink } from '../link/link-scope.ts'
import type { OpenLink } from '../link/link.queries.ts'
import type { ShareArticles } from '../share-articles.ts'
import { listSubArticles } from './sub-articles.ts'

export type PageDependencies = {
  readonly db: Db
  readonly secrets: LinkSecrets
  readonly signAddress: SignAddress
  readonly articles: ShareArticles
}

type PageRequest = {
  readonly link: OpenLink
  /** Uuid or short id of a sub-article of the shared one; null for the shared article itself. */
  readonly articleId: string | null
  /** The signed-in reader, if any, for what they see beside the page. */
  readonly actor: Actor | null
}

/**
 * The article as published. Nothing else of its workspace is revealed, except sub-articles if the link includes them.
 * URLs of a private link are signed for the session of its reader.
 */
export async function readSharedPage(
  dependencies: PageDependencies,
  { link, articleId, actor }: PageRequest,
): Promise<SharedPage> {
  const { db, articles } = dependencies
  const children = await listSubArticles(dependencies, link)
  const child = articleId === null ? null : children.find(({ id, shortId }) => [id, shortId].includes(articleId))
  const isRoot = articleId === null || articleId === link.articleId
  if (!isRoot && child == null) throw new AppError('shared_not_found')
  const shownId = child?.id ?? link.articleId
  const sessionId = link.kind === 'private' ? (actor?.sessionId ?? null) : null
  const signAddress = signForLink(dependencies, link, { sessionId, articleId: shownId })
  const article = await articles.readPublished({ db, signAddress }, shownId)
  // Deleted between the two statements.
  if (article === null) throw new AppError('shared_not_found')
  return {
    article: {
      ...article,
      parentArticle: child?.parentId ?? null,
      abilities: { ...article.abilities, comment: await mayComment(dependencies, link, actor) },
    },
    workspace: { title: displayedTitle(link) },
    company: {
      title: link.companyTitle,
      logo: link.companyLogo === null ? null : signAddress(link.companyLogo, 'everybody'),
      // A link opens nothing while the company is unpaid.
      isPaid: true,
    },
    children,
    workspacePath: await findWorkspacePath(dependencies, link, article, actor),
  }
}

/** Pages of public links have no comments. */
const mayComment = async ({ db, articles }: PageDependencies, { kind, articleId }: OpenLink, actor: Actor | null) =>
  kind === 'private' && actor !== null && (await articles.mayComment(db, actor, articleId))

const displayedTitle = ({ workspace }: OpenLink): string =>
  toArticleWorkspace({ ...workspace, isArchived: false }).title

async function findWorkspacePath(
  { db, articles }: PageDependencies,
  { workspace }: OpenLink,
  article: { id: string; shortId: string; slug: string },
  actor: Actor | null,
): Promise<string | null> {
  if (actor === null || (await articles.findVisible(db, actor, article.id)) === null) return null
  return `/b/${workspace.shortId}/${workspaceSlug(workspace)}/${article.shortId}/${article.slug}`
}
