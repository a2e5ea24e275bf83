/**
 * Publishing: resolve the target, read the content, commit. The target decides the command:
 *
 * - publish: the content of a draft. A draft that was never published becomes the article and keeps its id. Any other
 *   draft ends, and the response is its original.
 * - overwrite: the content that was sent, directly into the published article.
 * - restore: the same with the content of a version. Nobody is notified of a mention again.
 *
 * The live notes of the draft are locked and saved first, so that nothing is typed between reading and commit. When two
 * people publish the same draft, the second one finds it gone: the response is the article if both sent the same
 * content, otherwise a conflict.
 */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import type { Member } from '../../access/index.ts'
import { moveCommentsOnPublish } from '../../comment/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { findWorkspaceAccess } from '../../workspace/index.ts'
import {
  contentHash,
  fromPersisted,
  withPresentTimes,
  type ArticleContent,
  type TabContent,
} from '../article-content.ts'
import { isOpenDraft, loadContent, lockArticleRows, saveContent } from '../article-write.queries.ts'
import { alreadyPublishedError, type DraftSubject, type PublishedSubject, type SaveSubject } from '../article.policy.ts'
import { findArticleRow, findDraftId, findOriginalId } from '../article.queries.ts'
import { endDraft } from '../draft/end-draft.ts'
import { createDraft } from '../draft/create-draft.ts'
import { readContent, requireEditableWorkspace } from '../draft/read-content.ts'
import { reloadSubject } from '../draft/save-draft.ts'
import { withNotesLocked, type LiveNotes } from '../live-notes.ts'
import { runArticleTransaction, lockArticles, requireUnarchived, type LockedRows } from '../move/lock-articles.ts'
import { findVersion } from '../version/version.queries.ts'
import {
  commitFirstPublication,
  completePublish,
  publishedHash,
  replaceContent,
  type Publication,
  type NotifyOfPublish,
} from './commit-publication.ts'

export type PublishDependencies = {
  readonly db: Db
  readonly live: LiveNotes
  readonly enqueue: Enqueue
  readonly notifyOfPublish: NotifyOfPublish
}

export type PublishOptions = {
  /** The draft stays unchanged, and the article stays in its workspace. */
  readonly isKeepDraft: boolean
  readonly isNotification: boolean
  /** The version whose content is sent, for a restore. */
  readonly restoresVersion: number | null
}

type Target = PublishTarget | OverwriteTarget | RestoreTarget
type PublishTarget = { readonly command: 'publish'; readonly draftId: string }
type OverwriteTarget = PublishedTarget & { readonly command: 'overwrite' }
type RestoreTarget = PublishedTarget & { readonly command: 'restore'; readonly version: number }
type PublishedTarget = { readonly articleId: string; readonly draftId: string | null; readonly isKeepDraft: boolean }

/** A null id means that the draft ended before it was locked. */
type Outcome = { readonly articleId: string | null; readonly isDraftEnded: boolean }

/** Returns the id of the published article. */
export async function publishArticle(
  dependencies: PublishDependencies,
  actor: Member,
  subject: SaveSubject,
  input: ArticleInput,
  options: PublishOptions,
): Promise<string> {
  if (subject.kind === 'new') return publishNew(dependencies, actor, input, options)
  const { db, live, isNotification, ...rest } = { ...dependencies, ...options }
  let found: Exclude<SaveSubject, { kind: 'new' }> = subject
  for (;;) {
    if (found.kind === 'gone') return repeatPublish(db, actor, { ...found, rowId: found.id }, input, contentHash)
    const target = await resolveTarget(db, found, rest)
    const { articleId } = await withNotesLocked(
      live,
      target.draftId === null ? [] : [target.draftId],
      () => runArticleTransaction(db, (trx) => runCommand({ ...rest, trx, actor, isNotification }, target, input)),
      ({ articleId: id, isDraftEnded }) => (id !== null && isDraftEnded ? { type: 'published', id } : null),
    )
    if (articleId !== null) return articleId
    found = await reloadSubject(db, actor, found.id)
  }
}

async function publishNew(
  dependencies: PublishDependencies,
  actor: Member,
  input: ArticleInput,
  options: PublishOptions,
) {
  requirePublishable({ title: input.title ?? '', workspaceId: input.workspace ?? null })
  if (input.isNotUploadedVideo) throw new AppError('video_not_uploaded')
  const { id, isNew } = await createDraft(dependencies, actor, input, { isManual: true })
  const created = await reloadSubject(dependencies.db, actor, id)
  // A retry may arrive much later and must not overwrite what others have published since.
  if (created.kind === 'published') {
    const article = { rowId: id, articleId: id, articleShortId: created.shortId }
    return repeatPublish(dependencies.db, actor, article, input, plainTextHash)
  }
  return publishArticle(dependencies, actor, created, isNew ? {} : input, { ...options, isKeepDraft: false })
}

async function resolveTarget(
  db: Db,
  subject: DraftSubject | PublishedSubject,
  { isKeepDraft, restoresVersion: version }: Pick<PublishOptions, 'isKeepDraft' | 'restoresVersion'>,
): Promise<Target> {
  const draftId = subject.kind === 'draft' ? subject.id : await findDraftId(db, subject.id)
  const originalId = subject.kind === 'draft' ? subject.originalId : subject.id
  if (draftId !== null && (originalId === null || !isKeepDraft)) return { command: 'publish', draftId }
  const target = { articleId: originalId ?? subject.id, draftId, isKeepDraft }
  return version === null ? { ...target, command: 'overwrite' } : { ...target, command: 'restore', version }
}

function runCommand(publication: Publication, target: Target, input: ArticleInput): Promise<Outcome> {
  switch (target.command) {
    case 'publish':
      return publishDraft(publication, target, input)
    case 'overwrite':
      return overwriteArticle(publication, target, input)
    case 'restore':
      return restoreVersion(publication, target, input)
  }
}

async function publishDraft(
  publication: Publication,
  { draftId }: PublishTarget,
  input: ArticleInput,
): Promise<Outcome> {
  const { trx, actor } = publication
  const originalId = await findOriginalId(trx, draftId)
  const locked = await lockTarget(publication, originalId === null ? [draftId] : [originalId, draftId], input)
  const draft = locked.articles.get(draftId)
  if (draft === undefined || !isOpenDraft(draft)) return { articleId: null, isDraftEnded: false }
  const content = withPresentTimes((await readContent(trx, actor, draft, input)).content)
  await requireAllowed(publication, content)
  if (draft.is_not_uploaded_video) throw new AppError('video_not_uploaded')
  if (originalId === null) {
    await commitFirstPublication(publication, draft, content)
    await completePublish(publication, locked, draftId, { former: null, content })
    return { articleId: draftId, isDraftEnded: true }
  }
  const original = requireUnarchived(locked.articles.get(originalId))
  const former = await loadContent(trx, original)
  await replaceContent(publication, original, { former, content })
  const change = { before: draft.paragraphs, after: content.paragraphs }
  await moveCommentsOnPublish(trx, { draftId, articleId: originalId, ...change })
  const now = new Date()
  await saveContent(trx, draftId, content, { published_at: now, deleted_at: now })
  await completePublish(publication, locked, originalId, { former, content })
  return { articleId: originalId, isDraftEnded: true }
}

const overwriteArticle = (publication: Publication, target: OverwriteTarget, input: ArticleInput): Promise<Outcome> =>
  overwriteContent(publication, target, input, null)

async function restoreVersion(publication: Publication, target: RestoreTarget, input: ArticleInput): Promise<Outcome> {
  const version = await findVersion(publication.trx, target.articleId, target.version)
  return overwriteContent(publication, target, input, version === null ? [] : fromPersisted(version.content).tabs)
}

/** `restored`: the tabs of the version that is restored; null for other content. */
async function overwriteContent(
  publication: Publication,
  { articleId, draftId, isKeepDraft }: PublishedTarget,
  input: ArticleInput,
  restored: readonly TabContent[] | null,
): Promise<Outcome> {
  const { trx, actor } = publication
  const sent = isKeepDraft ? { ...input, workspace: undefined, baseHash: null } : input
  const locked = await lockTarget(publication, [articleId], sent)
  const row = requireUnarchived(locked.articles.get(articleId))
  const read = await readContent(trx, actor, row, sent, { restored: restored ?? [] })
  const [former, content] = [read.present, { ...read.content, parentArticleId: null }]
  const formerHash = publishedHash(row, former)
  if (contentHash(content) === formerHash) return { articleId, isDraftEnded: false }
  // The sender started from content that another publish has replaced since.
  if (sent.baseHash && sent.baseHash !== formerHash)
    throw alreadyPublishedError({ articleId: row.id, articleShortId: row.short_id })
  await requireAllowed(publication, content)
  await replaceContent(publication, row, { former, content })
  await completePublish(publication, locked, articleId, { former: restored === null ? former : content, content })
  // A draft without changes would undo this publish when it is next opened.
  const draft = draftId === null ? undefined : (await lockArticleRows(trx, [draftId])).get(draftId)
  if (draft === undefined || !isOpenDraft(draft) || draft.is_not_uploaded_video)
    return { articleId, isDraftEnded: false }
  if (contentHash(await loadContent(trx, draft)) !== formerHash) return { articleId, isDraftEnded: false }
  await endDraft(trx, draft, { id: articleId, paragraphs: content.paragraphs }, 'unchanged')
  return { articleId, isDraftEnded: true }
}

async function lockTarget({ trx, actor }: Publication, articleIds: string[], input: ArticleInput): Promise<LockedRows> {
  const wanted = input.workspace ? await findWorkspaceAccess(trx, actor, input.workspace) : null
  return lockArticles(trx, actor, articleIds, wanted === null ? [] : [wanted.id])
}

/** A missing title is reported before a missing workspace. */
function requirePublishable<Content extends Pick<ArticleContent, 'title' | 'workspaceId'>>(
  content: Content,
): asserts content is Content & { workspaceId: string } {
  if (content.title.trim() === '') throw new AppError('article_title_empty')
  if (content.workspaceId === null) throw new AppError('article_workspace_empty')
}

async function requireAllowed({ trx, actor }: Publication, content: ArticleContent): Promise<void> {
  requirePublishable(content)
  await requireEditableWorkspace(trx, actor, content.workspaceId)
}

/** A publish that came too late succeeds when it would have published the same content. */
async function repeatPublish(
  db: Db,
  actor: Member,
  article: { readonly rowId: string; readonly articleId: string; readonly articleShortId: string },
  input: ArticleInput,
  fingerprint: (content: ArticleContent) => string,
): Promise<string> {
  const row = await findArticleRow(db, article.rowId)
  if (row === null) throw new AppError('not_found')
  const { present, content } = await readContent(db, actor, row, { ...input, baseFields: null })
  if (fingerprint(content) !== fingerprint(present)) throw alreadyPublishedError(article)
  return article.articleId
}

/** Compares notes by their words, because blocks get new keys whenever HTML is parsed. */
const plainTextHash = (content: ArticleContent): string =>
  contentHash({ ...content, tabs: content.tabs.map(({ id, title, plainText }) => ({ id, title, html: plainText })) })
