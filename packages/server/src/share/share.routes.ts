import { shareCalls, type SharedData } from '@knowreel/shared/share/share.calls.ts'
import { newLinkToken } from '@knowreel/shared/identity/ids.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { type Actor, fileReader, type Member, requireMember, serve, type SignAddress } from '../access/index.ts'
import { toPerson, createPersonView } from '../person/index.ts'
import { capRows } from '../platform/database/capped-rows.ts'
import type { Db } from '../platform/database/db.ts'
import { findWorkspaceAccess, ranks, readWorkspaceAudience, toArticleWorkspace } from '../workspace/index.ts'
import { addRecipients, type NotifyOfShare, removeRecipient, updateRecipient } from './by-name/change-recipients.ts'
import { toRecipient } from './article-sharing.ts'
import { listRecipients } from './by-name/recipient.queries.ts'
import { listLinkRows, type ListedLinkRow } from './link/link-list.queries.ts'
import { ensureLink, getSharedData } from './link/link.queries.ts'
import { saveLink } from './link/save-link.ts'
import type { VisibleArticle, ShareArticles } from './share-articles.ts'
import { sharePolicy, type TokenSubject } from './share.policy.ts'

export type ShareDependencies = {
  readonly db: Db
  readonly signAddress: SignAddress
  readonly articles: ShareArticles
  readonly notifyOfShare: NotifyOfShare
}

export const shareRoutes = (dependencies: ShareDependencies) => {
  const { db, articles, signAddress } = dependencies

  const readEntities = async (actor: Actor | null, article: VisibleArticle) => {
    const { rows, isTruncated } = capRows(await listRecipients(db, article.id))
    const sign = (key: string) => signAddress(key, fileReader(actor, `company:${article.companyId}`))
    return { entities: rows.map((row) => toRecipient(row, sign)), ...(isTruncated && { isTruncated }) }
  }

  const readToken = async (actor: Member, article: VisibleArticle, isPrivate: boolean): Promise<string | null> => {
    if (isPrivate) {
      const link = { articleId: article.id, token: newLinkToken(), createdBy: actor.userId }
      return ensureLink(db, { ...link, kind: 'private' })
    }
    if (article.rank < ranks.editor) return null
    const { token, offBy } = await readShared(db, article.id)
    return offBy === null ? token : null
  }

  return serve(shareCalls, sharePolicy(articles), {
    get: async ({ subject }) => ({ shared: await readShared(db, subject.id) }),
    save: async ({ actor, subject, body }) => {
      await saveLink(dependencies, requireMember(actor), subject, body)
      return { sharedData: await readShared(db, subject.id) }
    },
    token: async ({ actor, subject, query }) => {
      const member = requireMember(actor)
      const article = await findTargetArticle(dependencies, member, subject, query.isFirstWorkspaceArticle)
      return { token: await readToken(member, article, query.isPrivate) }
    },
    entities: async ({ actor, subject }) => {
      const { workspaceId, isEditable } = subject
      const [shared, audience] = await Promise.all([
        readEntities(actor, subject),
        isEditable && workspaceId !== null ? readWorkspaceAudience(db, workspaceId) : undefined,
      ])
      return { ...shared, ...(audience && { audience }) }
    },
    addEntities: async ({ actor, subject, body }) => {
      await addRecipients(dependencies, requireMember(actor), subject.id, body.entities)
      const { entities } = await readEntities(actor, subject)
      return { entities }
    },
    updateEntity: async ({ actor, subject, body }) => {
      await updateRecipient(dependencies, requireMember(actor), subject.id, body)
      return { success: true }
    },
    removeEntity: async ({ actor, subject, body }) => {
      await removeRecipient(dependencies, requireMember(actor), subject.id, body.entityId)
      return { sharedUserGroupId: subject.id }
    },
    links: async ({ actor, query: { workspaceId } }) => {
      const workspace = workspaceId === undefined ? null : await findWorkspaceAccess(db, actor, workspaceId)
      if (workspace === null && workspaceId !== undefined) throw new AppError('workspace_not_found')
      const { rows, isTruncated } = capRows(await listLinkRows(db, actor, workspace?.id ?? null))
      return { links: rows.map((row) => toLink(row, { actor, signAddress })), ...(isTruncated && { isTruncated }) }
    },
  })
}

async function readShared(db: Db, articleId: string): Promise<SharedData> {
  const { expiresAt, lastUsedAt, ...row } = await getSharedData(db, articleId)
  return {
    ...row,
    shared: row.token !== null,
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** The article itself, or the first one of the requested workspace. */
async function findTargetArticle(
  { db, articles }: ShareDependencies,
  actor: Member,
  subject: TokenSubject,
  isFirst: boolean,
): Promise<VisibleArticle> {
  if (subject.kind === 'article' && !isFirst) return subject.article
  const firstId = subject.kind === 'workspace' && isFirst ? await articles.findFirst(db, subject.workspace.id) : null
  const first = firstId === null ? null : await articles.findVisible(db, actor, firstId)
  if (first === null) throw new AppError('not_found')
  return first
}

function toLink(row: ListedLinkRow, { actor, signAddress }: { actor: Member; signAddress: SignAddress }) {
  const { createdBy, createdAt, expiresAt, lastUsedAt, companyId, workspace, ...link } = row
  const people = createPersonView(actor, { companyId, workspaceId: workspace.id }, signAddress)
  const { id, shortId, slug, title } = toArticleWorkspace({ ...workspace, isArchived: false })
  return {
    ...link,
    workspace: { id, shortId, slug, title },
    createdBy: toPerson(createdBy, people),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
