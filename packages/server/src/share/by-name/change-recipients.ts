import type { shareCalls } from '@knowreel/shared/share/share.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newLinkToken } from '@knowreel/shared/identity/ids.ts'
import type * as z from 'zod'
import type { Member } from '../../access/index.ts'
import { findGroupAccess, lockMemberId } from '../../group/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { insertShare, lockInvitedAddress, type Recipient, deleteShare, updateShare } from './recipient.queries.ts'
import { ensureLink } from '../link/link.queries.ts'
import type { ShareArticles } from '../share-articles.ts'

/** Notifies people that an article was shared with them, inside the transaction that shares it. */
export type NotifyOfShare = (
  trx: Trx,
  share: {
    readonly articleId: string
    readonly byId: string
    readonly userIds: readonly string[]
    readonly groupIds: readonly string[]
  },
) => Promise<void>

type Dependencies = {
  readonly db: Db
  readonly articles: Pick<ShareArticles, 'withLockedArticle'>
  readonly notifyOfShare: NotifyOfShare
}
type RecipientReference = z.output<(typeof shareCalls)['addEntities']['body']>['entities'][number]

/**
 * All or none. Only people, groups and invitations of the article's own company are accepted. Present recipients keep
 * what they may do.
 */
export async function addRecipients(
  { db, articles, notifyOfShare }: Dependencies,
  actor: Member,
  articleId: string,
  entities: readonly RecipientReference[],
): Promise<void> {
  await articles.withLockedArticle(db, actor, articleId, async (trx, article) => {
    if (article.isArchived) throw new AppError('article_archived')
    const link = { articleId: article.id, token: newLinkToken(), createdBy: actor.userId }
    // The notification leads here.
    await ensureLink(trx, { ...link, kind: 'private' })
    const notified = { userIds: [] as string[], groupIds: [] as string[] }
    for (const entity of entities) {
      const recipient = await findRecipient(trx, article.companyId, entity)
      const { mayComment } = entity
      const isNew = await insertShare(trx, { articleId: article.id, createdBy: actor.userId, recipient, mayComment })
      if (isNew && 'user_id' in recipient && recipient.user_id !== actor.userId)
        notified.userIds.push(recipient.user_id)
      if (isNew && 'group_id' in recipient) notified.groupIds.push(recipient.group_id)
    }
    if (notified.userIds.length + notified.groupIds.length > 0)
      await notifyOfShare(trx, { articleId: article.id, byId: actor.userId, ...notified })
  })
}

async function findRecipient(trx: Trx, companyId: string, { type, id, email }: RecipientReference): Promise<Recipient> {
  if (type === 'user') {
    const userId = await lockMemberId(trx, companyId, { userId: id })
    if (userId === null) throw new AppError('unknown_user')
    return { user_id: userId }
  }
  if (type === 'group') {
    const group = await findGroupAccess(trx, companyId, id)
    if (group === null) throw new AppError('unknown_group')
    return { group_id: group.id }
  }
  const address = await lockInvitedAddress(trx, companyId, id)
  if (address === null || (email != null && email.toLowerCase() !== address.toLowerCase()))
    throw new AppError('unknown_user')
  return { email: address }
}

type ChangeDependencies = Omit<Dependencies, 'notifyOfShare'>

export async function updateRecipient(
  { db, articles }: ChangeDependencies,
  actor: Member,
  articleId: string,
  change: { readonly entityId: string; readonly mayComment: boolean },
): Promise<void> {
  await articles.withLockedArticle(db, actor, articleId, async (trx, article) => {
    if (!(await updateShare(trx, article.id, change))) throw new AppError('not_found')
  })
}

export async function removeRecipient(
  { db, articles }: ChangeDependencies,
  actor: Member,
  articleId: string,
  entityId: string,
): Promise<void> {
  await articles.withLockedArticle(db, actor, articleId, async (trx, article) => {
    if (!(await deleteShare(trx, article.id, entityId))) throw new AppError('not_found')
  })
}
