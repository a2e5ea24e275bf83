/** What publishing writes, inside its transaction. */
import { articleMap } from '@knowreel/shared/video/paragraph-tree.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import { subtreeIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import type { Member } from '../access/index.ts'
import { carryConversation, carryQuotes, publishConversation } from '../comment/index.ts'
import type { Trx } from '../platform/database/db.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import {
  findWorkspaceStanding,
  moveBetweenOrders,
  placeArticleOnTop,
  touchWorkspaceActivity,
} from '../workspace/index.ts'
import { askForRendition } from '../video/index.ts'
import { contentHash, fromKept, mergeContent, type ArticleContent } from './article-content.ts'
import {
  insertVersion,
  loadContent,
  moveToWorkspace,
  saveTabs,
  updateContent,
  type LockedArticle,
  isOpenDraft,
} from './article-write.queries.ts'
import { findArticleRow, findOriginalId } from './article.queries.ts'
import { readChange, requireEditableWorkspace } from './content-change.ts'
import { lockPlace, type LockedPlace } from './lock-place.ts'
import { newlyMentioned } from './newly-mentioned.ts'
import { alreadyPublished } from './article.policy.ts'
import { findVersion } from './version.queries.ts'

export type Publication = {
  readonly trx: Trx
  readonly actor: Member
  readonly enqueue: Enqueue
  readonly tellOfPublish: TellOfPublish
  readonly isNotification: boolean
}

/** Hears of every publish in a workspace of several; who is told of it is not for articles to know. */
export type TellOfPublish = (
  trx: Trx,
  publish: {
    readonly articleId: string
    readonly publisherId: string
    /** Published with notification. */
    readonly isToAll: boolean
    /** Who is mentioned now and was not before. */
    readonly mentionedIds: readonly string[]
  },
) => Promise<void>

/** A title is missed first; with one, the workspace. */
export function requirePublishable<Content extends Pick<ArticleContent, 'title' | 'workspaceId'>>(
  content: Content,
): asserts content is Content & { workspaceId: string } {
  if (content.title.trim() === '') throw new AppError('article_title_empty')
  if (content.workspaceId === null) throw new AppError('article_workspace_empty')
}

/** Publishes a draft of either kind. Gives the id of the article; null when the draft is no longer one. */
export async function publishDraft(
  publication: Publication,
  draftId: string,
  input: ArticleInput,
): Promise<string | null> {
  const { trx, actor } = publication
  const originalId = await findOriginalId(trx, draftId)
  const place = await lockPlaceOf(publication, originalId === null ? [draftId] : [originalId, draftId], input)
  const draft = place.articles.get(draftId)
  if (draft === undefined || !isOpenDraft(draft)) return null
  const present = await loadContent(trx, draft)
  const change = await readChange(trx, actor, input, { draftId, present, takesText: 'new' })
  const content = mergeContent(present, change)
  await requireAllowed(publication, content)
  if (draft.is_not_uploaded_video) throw new AppError('video_not_uploaded')
  let former: ArticleContent | null = null
  if (originalId === null) {
    await carryConversation(trx, draftId, { before: present.paragraphs, after: content.paragraphs })
    await publishFirst(publication, draft, content)
  } else {
    const original = requireOriginal(place, originalId)
    former = await replaceContent(publication, original, content)
    const change = { before: present.paragraphs, after: content.paragraphs }
    await publishConversation(trx, { draftId, articleId: originalId, ...change })
    const now = new Date()
    await updateContent(trx, draftId, content, { published_at: now, deleted_at: now })
    await saveTabs(trx, draftId, content.tabs)
  }
  await carryQuotes(trx, originalId ?? draftId, content.tabs)
  await tellOthers(publication, place, originalId ?? draftId, { former, content })
  return originalId ?? draftId
}

/** Puts what was sent into a published article itself. Nothing happens when it says that already. */
export async function publishOver(
  publication: Publication,
  articleId: string,
  input: ArticleInput,
  restoresVersion: number | null = null,
): Promise<void> {
  const { trx, actor } = publication
  const place = await lockPlaceOf(publication, [articleId], input)
  const row = requireOriginal(place, articleId)
  const present = await loadContent(trx, row)
  const version = restoresVersion === null ? null : await findVersion(trx, articleId, restoresVersion)
  const restored = version === null ? [] : fromKept(version.content).tabs
  const change = await readChange(trx, actor, input, { draftId: null, articleId, present, takesText: 'all', restored })
  const content = { ...mergeContent(present, change), parentArticleId: null }
  if (contentHash(content) === hashOf(row, present)) return
  // The sender started from something that was published over since.
  if (input.baseHash && input.baseHash !== row.hash) {
    throw alreadyPublished({ articleId: row.id, articleShortId: row.short_id })
  }
  await requireAllowed(publication, content)
  await replaceContent(publication, row, content)
  await carryQuotes(trx, articleId, content.tabs)
  // Who is mentioned in what is restored was told long ago.
  const former = restoresVersion === null ? present : content
  await tellOthers(publication, place, articleId, { former, content })
}

async function lockPlaceOf(
  { trx, actor }: Publication,
  articleIds: string[],
  input: ArticleInput,
): Promise<LockedPlace> {
  const wanted = input.workspace ? await findWorkspaceStanding(trx, actor, input.workspace) : null
  return lockPlace(trx, actor, articleIds, wanted === null ? [] : [wanted.id])
}

async function requireAllowed<Content extends ArticleContent>(
  { trx, actor }: Publication,
  content: Content,
): Promise<void> {
  requirePublishable(content)
  await requireEditableWorkspace(trx, actor, content.workspaceId)
}

function requireOriginal(place: LockedPlace, id: string): LockedArticle {
  const row = place.articles.get(id)
  if (row === undefined || row.deleted_at !== null || row.published_at === null) throw new AppError('not_found')
  return row
}

async function publishFirst(publication: Publication, draft: LockedArticle, content: ArticleContent): Promise<void> {
  const { trx, actor } = publication
  const now = new Date()
  await updateContent(
    trx,
    draft.id,
    { ...content, parentArticleId: null },
    { published_at: now, updated_at: now, updated_by_id: actor.userId, session_start: null, session_started_at: null },
  )
  await saveTabs(trx, draft.id, content.tabs)
  await askForFilm(publication, draft, content)
  if (content.workspaceId === null) return
  const parentId = await findParent(trx, content)
  await placeArticleOnTop(trx, content.workspaceId, draft.id, parentId)
}

/** The article chosen as parent, if it can still be one: it may have been moved, archived or deleted since. */
async function findParent(trx: Trx, { parentArticleId, workspaceId }: ArticleContent): Promise<string | null> {
  if (parentArticleId === null) return null
  const parent = await findArticleRow(trx, parentArticleId)
  const canHold =
    parent !== null &&
    parent.workspace_id === workspaceId &&
    parent.published_at !== null &&
    parent.deleted_at === null &&
    !parent.is_archived &&
    parent.duration === 0
  return canHold ? parentArticleId : null
}

type Replacing = Pick<Publication, 'trx' | 'actor' | 'enqueue'>

/** The former content becomes a version, and is given back. The same content again changes nothing. */
export async function replaceContent(
  publication: Replacing,
  row: LockedArticle,
  content: ArticleContent,
): Promise<ArticleContent> {
  const { trx, actor } = publication
  const former = await loadContent(trx, row)
  if (contentHash(content) === hashOf(row, former)) return former
  await insertVersion(trx, row, former)
  await updateContent(
    trx,
    row.id,
    { ...content, parentArticleId: null },
    { updated_at: new Date(), updated_by_id: actor.userId },
  )
  await saveTabs(trx, row.id, content.tabs)
  await carryConversation(trx, row.id, { before: former.paragraphs, after: content.paragraphs })
  await askForFilm(publication, row, content)
  const [fromId, toId] = [row.workspace_id, content.workspaceId]
  if (fromId === null || toId === null || fromId === toId) return former
  const { to } = await moveBetweenOrders(trx, { articleId: row.id, fromId, toId })
  await moveToWorkspace(trx, subtreeIds(to, row.id), { fromId, toId })
  return former
}

const askForFilm = ({ trx, enqueue }: Replacing, row: LockedArticle, { paragraphs }: ArticleContent) =>
  askForRendition(trx, enqueue, { companyId: row.company_id, map: articleMap(paragraphs) })

const hashOf = (row: LockedArticle, content: ArticleContent): string => row.hash ?? contentHash(content)

async function tellOthers(
  { trx, actor, tellOfPublish, isNotification }: Publication,
  { workspaces }: LockedPlace,
  articleId: string,
  { former, content }: { readonly former: ArticleContent | null; readonly content: ArticleContent },
): Promise<void> {
  const { workspaceId } = content
  const workspace = workspaceId === null ? undefined : workspaces.get(workspaceId)
  if (workspace === undefined) return
  await touchWorkspaceActivity(trx, workspace.id)
  if (workspace.visibility === 'personal') return
  const mentionedIds = newlyMentioned(former?.tabs ?? [], content.tabs)
  await tellOfPublish(trx, { articleId, publisherId: actor.userId, isToAll: isNotification, mentionedIds })
}
