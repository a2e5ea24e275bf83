import type { shareCalls } from '@knowreel/shared/share/share.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newLinkToken } from '@knowreel/shared/identity/ids.ts'
import type * as z from 'zod'
import type { Member } from '../../access/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { hashPassword } from '../../user/index.ts'
import { deletePublicLink, ensureLink, getSharedData, renewLink, updatePublicLink } from './link.queries.ts'
import type { LockedArticle, VisibleArticle, ShareArticles } from '../share-articles.ts'

type Dependencies = { readonly db: Db; readonly articles: Pick<ShareArticles, 'withLockedArticle'> }
type Form = z.output<(typeof shareCalls)['save']['body']>

/**
 * Creates, renews, changes or deletes the public link; the private one, which opens only for people who may read
 * anyway, can only be renewed. The old URL of a renewed or deleted link stops working with the commit.
 */
export async function saveLink(
  { db, articles }: Dependencies,
  actor: Member,
  { id: articleId, shortId }: Pick<VisibleArticle, 'id' | 'shortId'>,
  form: Form,
): Promise<void> {
  if (form.id != null && form.id !== articleId && form.id !== shortId)
    throw new AppError('invalid_input', { fields: [{ field: 'id', message: 'This is the id of another article' }] })
  // Hashing is slow, so it happens before anything is locked.
  const passwordHash = form.password == null ? form.password : await hashPassword(form.password)
  await articles.withLockedArticle(db, actor, articleId, async (trx, article) => {
    const link = { articleId: article.id, token: newLinkToken(), createdBy: actor.userId }
    if (form.isPrivate) {
      if (form.isRefreshToken) await renewLink(trx, { ...link, kind: 'private' })
    } else if (form.shared === false) await deletePublicLink(trx, article.id)
    else await savePublic(trx, article, link, { ...form, passwordHash })
  })
}

type NewLink = { readonly articleId: string; readonly token: string; readonly createdBy: string }
type PublicForm = Form & { readonly passwordHash: string | null | undefined }

async function savePublic(trx: Trx, article: LockedArticle, link: NewLink, form: PublicForm): Promise<void> {
  const { expiresAt, passwordHash, isWithSubArticles } = form
  const { token: present, offBy } = await getSharedData(trx, article.id)
  const isMade = form.isRefreshToken || (form.shared === true && present === null)
  if (!isMade && present === null)
    throw new AppError('invalid_input', { fields: [{ field: 'shared', message: 'Articles is not shared' }] })
  if (isMade && offBy !== null) throw new AppError('sharing_off')
  if (isMade && article.isArchived) throw new AppError('article_archived')
  if (expiresAt != null && Date.parse(expiresAt) <= Date.now()) throw new AppError('expiry_past')
  if (form.isRefreshToken) await renewLink(trx, { ...link, kind: 'public' })
  else if (isMade) await ensureLink(trx, { ...link, kind: 'public' })
  const change = {
    ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
    ...(passwordHash !== undefined && { password_hash: passwordHash, password_changed_at: new Date() }),
    ...(isWithSubArticles !== undefined && { is_with_sub_articles: isWithSubArticles }),
  }
  if (Object.keys(change).length > 0) await updatePublicLink(trx, article.id, change)
}
