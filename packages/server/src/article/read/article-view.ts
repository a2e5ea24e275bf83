/** Maps rows to the wire format. */
import type { Article, ArticleSummary, TextTab } from '@knowreel/shared/article/article.wire.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import type { Rendition, Video } from '@knowreel/shared/video/video.wire.ts'
import { canRetryVideoError, videoErrorText } from '@knowreel/shared/video/video-errors.ts'
import { tabSlugs } from '@knowreel/shared/article/text-tab.rules.ts'
import { positionsOf, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphsToWire, type ParagraphWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { isEmptyNote, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import type { ArticleSharing } from '@knowreel/shared/share/share.wire.ts'
import { fileReader, isColleague, type Actor, type SignAddress } from '../../access/index.ts'
import { toPerson, createPersonView, type PersonView } from '../../person/index.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { toArticleSharing } from '../../share/index.ts'
import { ranks, toArticleWorkspace } from '../../workspace/index.ts'
import type { WorkspaceAccessRow, SummaryRow, TabRow } from '../article-columns.ts'
import { rowHash } from '../article-content.ts'
import {
  isOpenToComments,
  pickAbilities,
  mayDownloadRecording,
  mayEditArticles,
  mayEditDraft,
  type RecordingAccess,
} from '../article-access.ts'
import type { ArticleRow, DraftRow } from '../article.queries.ts'

export type ArticleView = {
  readonly actor: Actor | null
  readonly signAddress: SignAddress
}

type LocatedRow = { readonly company_id: string; readonly workspace: WorkspaceAccessRow | null }

const personView = (
  { actor, signAddress }: ArticleView,
  { company_id: companyId, workspace }: LocatedRow,
): PersonView => createPersonView(actor, { companyId, workspaceId: workspace?.id ?? null }, signAddress)

/** Readers who cannot see a workspace do not learn its name, even if an article shared with them is in it. */
const visibleWorkspace = (workspace: WorkspaceAccessRow | null) =>
  workspace !== null && workspace.rank >= ranks.viewer ? toArticleWorkspace(workspace) : null

export function toSummary(row: SummaryRow, parentArticle: string | null, view: ArticleView): ArticleSummary {
  const author = toPerson(row.author, personView(view, row))
  return {
    id: row.id,
    shortId: row.short_id,
    slug: row.slug,
    title: row.title,
    icon: row.icon,
    workspace: visibleWorkspace(row.workspace),
    parentArticle,
    tags: row.tags,
    duration: row.duration,
    isHasText: row.has_text,
    isArchived: row.is_archived,
    isDraft: row.published_at === null,
    isNotUploadedVideo: row.is_not_uploaded_video,
    original: row.original,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
    user: author,
    author,
  }
}

export const toTextTabs = (tabs: readonly TabRow[]): TextTab[] =>
  tabs.map(({ id, title, slug, text }) => ({ id, key: id, title, slug, text }))

const toParagraphs = (tree: ParagraphTree, tabs: readonly TabRow[]): ParagraphWire[] => {
  const slugOf = paragraphSlugs(tree, tabs)
  return paragraphsToWire(tree, (id) => slugOf.get(id) ?? '')
}

/** Slugs by id. They differ from those of all tabs, because both occupy the same position in a URL. */
export function paragraphSlugs(tree: ParagraphTree, tabs: readonly { readonly slug: string }[]): Map<string, string> {
  const paragraphs = positionsOf(tree).map(({ paragraph }) => paragraph)
  const taken = new Set(tabs.map(({ slug }) => slug))
  const slugs = tabSlugs(
    paragraphs.map(({ title }) => ({ title, slug: null })),
    slugFrom,
    taken,
  )
  return new Map(paragraphs.map(({ id }, index) => [id, slugs[index] ?? '']))
}

/** Decides about the recordings of a published article. */
export const recordingAccessOf = (row: Pick<ArticleRow, 'company_id' | 'author' | 'workspace'>): RecordingAccess => ({
  companyId: row.company_id,
  authorId: row.author?.id ?? null,
  access: row.workspace,
})

/** The data beside the row of an article. */
export type ArticleContext = {
  readonly parentArticle: string | null
  readonly videos: Video[]
  readonly cover: Article['cover']
}

export type PublishedVideo = {
  readonly rendition: Rendition | null
  /** The code of the failure; null unless making the rendition has failed. */
  readonly renditionError: string | null
}

/** A published article as its readers receive it. */
export function toPublishedArticle(
  row: ArticleRow,
  { parentArticle, videos, cover, rendition, renditionError }: ArticleContext & PublishedVideo,
  view: ArticleView,
): Article {
  const mayDownload = mayDownloadRecording(view.actor, recordingAccessOf(row))
  const people = personView(view, row)
  const mayEdit = mayEditArticles(row.workspace)
  const draft = mayEdit ? row.draft : null
  return {
    ...toSummary({ ...row, has_text: row.tabs.some(({ hasText }) => hasText) }, parentArticle, view),
    cover,
    textTabs: toTextTabs(row.tabs),
    paragraphs: toParagraphs(row.paragraphs, row.tabs),
    videos,
    acceptSessionId: row.accept_session_id,
    rendition,
    renditionFailure:
      renditionError === null
        ? null
        : { error: videoErrorText(renditionError), canRetry: mayDownload && canRetryVideoError(renditionError) },
    pinnedNote: row.pinned_tab_id,
    draft: draft && {
      id: draft.id,
      shortId: draft.shortId,
      updatedAt: new Date(draft.updatedAt).toISOString(),
      user: toPerson(draft.user, people),
    },
    updatedByUser: toPerson(row.updated_by, people),
    versionsCount: mayEdit ? row.versions_count : null,
    hash: row.hash ?? rowHash(row),
    abilities: {
      ...pickAbilities(row.workspace),
      downloadRecording: mayDownload,
      comment: isColleague(view.actor, { companyId: row.company_id }) && isOpenToComments(row.workspace),
    },
    ...visibleSharing(row, view),
  }
}

const noSharing: ArticleSharing = { shared: null, sharedUserGroup: null }

/** For the author and those who edit in the workspace. */
function visibleSharing({ id, company_id: companyId, author, workspace, sharing }: ArticleRow, view: ArticleView) {
  const isAuthor = author !== null && author.id === view.actor?.userId && companyId === view.actor.company?.id
  if (sharing === null || !(isAuthor || mayEditArticles(workspace))) return noSharing
  const reader = fileReader(view.actor, `company:${companyId}`)
  return toArticleSharing(id, sharing, (key) => view.signAddress(key, reader))
}

/** `notes` are the live documents as stored in the database; they replace the text of the row. */
export function toDraftArticle(
  row: DraftRow,
  notes: ReadonlyMap<string, NoteJson>,
  { parentArticle, videos, cover, ...view }: ArticleView & ArticleContext & { actor: Actor },
): Article {
  const tabs = row.tabs.map((tab) => withLiveText(tab, notes.get(tab.id)))
  const draftAccess = {
    companyId: row.company_id,
    authorId: row.author?.id ?? null,
    originalId: row.original?.id ?? null,
    access: row.access,
  }
  const mayEdit = mayEditDraft(view.actor, draftAccess)
  return {
    ...toSummary({ ...row, has_text: tabs.some(({ hasText }) => hasText) }, parentArticle, view),
    cover,
    textTabs: toTextTabs(tabs),
    paragraphs: toParagraphs(row.paragraphs, tabs),
    videos,
    acceptSessionId: row.accept_session_id,
    rendition: null,
    renditionFailure: null,
    pinnedNote: row.pinned_tab_id,
    draft: null,
    updatedByUser: toPerson(row.updated_by, personView(view, row)),
    versionsCount: null,
    hash: rowHash({ ...row, tabs }),
    abilities: {
      ...pickAbilities(row.access),
      editArticles: mayEdit,
      comment: mayEdit,
      downloadRecording: mayDownloadRecording(view.actor, {
        ...draftAccess,
        authorId: row.original === null ? draftAccess.authorId : row.original_author_id,
      }),
    },
    ...noSharing,
  }
}

const withLiveText = (tab: TabRow, note: NoteJson | undefined): TabRow =>
  note === undefined ? tab : { ...tab, text: noteJsonToHtml(note), hasText: !isEmptyNote(note) }
