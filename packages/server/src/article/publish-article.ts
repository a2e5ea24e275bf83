/**
 * Publishing. The live documents of the draft are locked and saved first, so that nothing is typed between reading the
 * content and closing them; then everything happens in one transaction:
 *
 * - A draft that was never published becomes the article: same row, same id, on top of the order.
 * - The content of a draft goes into its original, the former content becomes a version, the draft ends; the answer is
 *   the original, so the id changes.
 * - Without a draft (a script, or a version that is restored) what was sent goes into the article itself.
 *
 * Two people publish at once: the second finds no draft any more. If it brought nothing else than what was published, it
 * has what it wanted; otherwise it is told.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { Member } from '../access/index.ts'
import { publishConversation } from '../comment/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import type { Db, Trx } from '../platform/database/db.ts'
import { contentHash, mergeContent, type ArticleContent } from './article-content.ts'
import { isOpenDraft, loadContent, lockArticles, markDeleted } from './article-write.queries.ts'
import { findArticleRow, findDraftId } from './article.queries.ts'
import {
  alreadyPublished,
  type DraftSubject,
  type GoneSubject,
  type PublishedSubject,
  type SaveSubject,
} from './article.policy.ts'
import { readChange } from './content-change.ts'
import type { LiveNotes } from './live-notes.ts'
import { inPlaceTransaction } from './lock-place.ts'
import { createDraft } from './make-draft.ts'
import { publishDraft, publishOver, requirePublishable, type TellOfPublish } from './publication.ts'
import { findAgain } from './save-draft.ts'

export type PublishParts = {
  readonly db: Db
  readonly live: LiveNotes | null
  readonly enqueue: Enqueue
  readonly tellOfPublish: TellOfPublish
}

export type PublishOptions = {
  readonly isKeepDraft: boolean
  readonly isNotification: boolean
  /** The version whose content is sent, where one is restored. */
  readonly restoresVersion: number | null
}

/** Gives the id of the published article. */
export async function publishArticle(
  parts: PublishParts,
  actor: Member,
  subject: SaveSubject,
  input: ArticleInput,
  options: PublishOptions,
): Promise<string> {
  if (subject.kind === 'new') return publishNew(parts, actor, input, options)
  let found: Exclude<SaveSubject, { kind: 'new' }> = subject
  for (;;) {
    const articleId = await publishFound(parts, actor, found, input, options)
    if (articleId !== null) return articleId
    found = await findAgain(parts.db, actor, found.id)
  }
}

async function publishNew(parts: PublishParts, actor: Member, input: ArticleInput, options: PublishOptions) {
  requirePublishable({ title: input.title ?? '', workspaceId: input.workspace ?? null })
  if (input.isNotUploadedVideo) throw new AppError('video_not_uploaded')
  const { id, isNew } = await createDraft(parts, actor, input, { isByHand: true })
  const made = await findAgain(parts.db, actor, id)
  // A retry may come long after: what others published since is not overwritten by it.
  if (made.kind === 'published') return requirePublishedAlready(parts.db, actor, made, input)
  return publishArticle(parts, actor, made, isNew ? {} : input, { ...options, isKeepDraft: false })
}

/** Null when the draft was published or removed by somebody else meanwhile. */
async function publishFound(
  parts: PublishParts,
  actor: Member,
  subject: DraftSubject | PublishedSubject | GoneSubject,
  input: ArticleInput,
  options: PublishOptions,
): Promise<string | null> {
  if (subject.kind === 'gone') return publishGone(parts.db, actor, subject, input)
  const articleId = subject.kind === 'published' ? subject.id : subject.originalId
  if (articleId !== null && options.isKeepDraft) return publishDirectly(parts, actor, articleId, input, options)
  const draftId = subject.kind === 'published' ? await findDraftId(parts.db, subject.id) : subject.id
  if (draftId === null) return publishDirectly(parts, actor, subject.id, input, options)
  return publishLocked(parts, actor, draftId, input, options)
}

async function publishLocked(
  { db, live, enqueue, tellOfPublish }: PublishParts,
  actor: Member,
  draftId: string,
  input: ArticleInput,
  { isNotification }: PublishOptions,
): Promise<string | null> {
  const lock = await live?.lockArticle(draftId)
  let articleId: string | null = null
  try {
    articleId = await inPlaceTransaction(db, (trx) =>
      publishDraft({ trx, actor, enqueue, tellOfPublish, isNotification }, draftId, input),
    )
  } finally {
    if (articleId === null) lock?.release()
  }
  if (articleId !== null) live?.closeArticle(draftId, { type: 'published', id: articleId })
  return articleId
}

/** Without a draft, or past one, which stays as it is. One that changes nothing would undo this when it is next opened: it ends. */
async function publishDirectly(
  { db, live, enqueue, tellOfPublish }: PublishParts,
  actor: Member,
  articleId: string,
  input: ArticleInput,
  { isKeepDraft, isNotification, restoresVersion }: PublishOptions,
): Promise<string> {
  // A restored version does not move the article.
  const sent = isKeepDraft ? { ...input, workspace: undefined, baseHash: null } : input
  const draftId = await findDraftId(db, articleId)
  const lock = draftId === null ? undefined : await live?.lockArticle(draftId)
  let isDraftEnded = false
  try {
    isDraftEnded = await inPlaceTransaction(db, async (trx) => {
      const former = await findArticleRow(trx, articleId)
      await publishOver({ trx, actor, enqueue, tellOfPublish, isNotification }, articleId, sent, restoresVersion)
      return draftId !== null && former !== null && endIdleDraft(trx, { articleId, draftId }, former.hash)
    })
  } finally {
    if (!isDraftEnded) lock?.release()
  }
  if (draftId !== null && isDraftEnded) live?.closeArticle(draftId, { type: 'published', id: articleId })
  return articleId
}

/** The article is held already. */
async function endIdleDraft(
  trx: Trx,
  { articleId, draftId }: { readonly articleId: string; readonly draftId: string },
  formerHash: string | null,
): Promise<boolean> {
  const draft = (await lockArticles(trx, [draftId])).get(draftId)
  const article = await findArticleRow(trx, articleId)
  if (article === null || draft === undefined || !isOpenDraft(draft) || draft.is_not_uploaded_video) return false
  if (article.hash === formerHash || contentHash(await loadContent(trx, draft)) !== formerHash) return false
  await publishConversation(trx, { draftId, articleId, before: draft.paragraphs, after: article.paragraphs })
  await markDeleted(trx, [draftId], new Date())
  return true
}

/** A publish that came too late is answered as done when it would have published the very same. */
async function publishGone(db: Db, actor: Member, gone: GoneSubject, input: ArticleInput): Promise<string> {
  const row = await findArticleRow(db, gone.id)
  if (row === null) throw new AppError('not_found')
  const present = await loadContent(db, row)
  const change = await readChange(db, actor, withoutBase(input), { draftId: null, present, takesText: 'all' })
  if (contentHash(mergeContent(present, change)) !== row.hash) throw alreadyPublished(gone)
  return gone.articleId
}

/** What it began with does not matter any more: only whether it brings something else. */
const withoutBase = (input: ArticleInput): ArticleInput => ({ ...input, baseFields: null })

/** What was sent is compared by its words: blocks are given new keys whenever HTML is read. */
async function requirePublishedAlready(
  db: Db,
  actor: Member,
  article: PublishedSubject,
  input: ArticleInput,
): Promise<string> {
  const row = await findArticleRow(db, article.id)
  if (row === null) throw new AppError('not_found')
  const present = await loadContent(db, row)
  const change = await readChange(db, actor, withoutBase(input), { draftId: null, present, takesText: 'all' })
  if (wordsOf(mergeContent(present, change)) !== wordsOf(present))
    throw alreadyPublished({ articleId: article.id, articleShortId: article.shortId })
  return article.id
}

const wordsOf = (content: ArticleContent): string =>
  contentHash({ ...content, tabs: content.tabs.map(({ id, title, plainText }) => ({ id, title, html: plainText })) })
