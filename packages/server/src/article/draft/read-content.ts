/**
 * Combines the content of a row with the input of a caller: load, check ids, parse HTML through the note schema, merge.
 * Every save and publish reads content here.
 */
import { articleMap, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { paragraphsHash } from '@knowreel/shared/video/paragraph/paragraph-hash.ts'
import { paragraphsFromWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { minPartMs } from '@knowreel/shared/video/paragraph/paragraph-tree.rules.ts'
import { durationOf, isSameMap, normalize, videoIdsOf, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import { validateTabs, mergeTabLists } from '@knowreel/shared/article/text-tab.rules.ts'
import { NOTE_SERVER_LIMIT, noteSize, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { setImmediate } from 'node:timers/promises'
import type { Member } from '../../access/index.ts'
import { htmlToNoteJson, readNoteJson } from '../../note/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { findWorkspaceAccess, ranks, workspaceAbilities } from '../../workspace/index.ts'
import { listUsableVideos, listVideos } from '../../video/index.ts'
import {
  contentHash,
  applyContentChange,
  emptyContent,
  type ArticleContent,
  type ContentChange,
  type TabContent,
} from '../article-content.ts'
import { loadContent, type LockedArticle } from '../article-write.queries.ts'
import { filterDownloadable } from '../article.policy.ts'
import { findPublishedRow, listPlayingArticles } from '../article.queries.ts'

type ReadOptions = {
  /** Paragraphs of the copied article, whose recordings the new article may play. */
  readonly copied?: ParagraphTree
  /** Tabs of the restored version: their unchanged text is used as stored, so nothing in it is lost. */
  readonly restored?: readonly TabContent[]
}

type ReadContext = ReadOptions & {
  /** Null for an article that is being created. */
  readonly row: LockedArticle | null
  readonly present: ArticleContent
}

/** The content before and after the input is merged. A null row means an article that is being created. */
export async function readContent(
  db: Db,
  actor: Member,
  row: LockedArticle | null,
  input: ArticleInput,
  options: ReadOptions = {},
): Promise<{ present: ArticleContent; content: ArticleContent }> {
  const present = row === null ? emptyContent : await loadContent(db, row)
  return {
    present,
    content: applyContentChange(present, await readChange(db, actor, input, { ...options, row, present })),
  }
}

async function readChange(db: Db, actor: Member, input: ArticleInput, of: ReadContext): Promise<ContentChange> {
  const { title, icon, cover, tags, textTabs, knownTextTabs, pinnedNote } = input
  requireFreshFields(input, of.present)
  return {
    title,
    icon,
    cover,
    tags,
    textTabs,
    knownTextTabs,
    pinnedNote,
    workspaceId: await readWorkspace(db, actor, input.workspace, of.present.workspaceId),
    parentArticleId: await readParent(db, actor, input.parentArticle, of.present.parentArticleId),
    notes: await readNotes(db, input, of),
    paragraphs: await readParagraphs(db, actor, input, of),
  }
}

/** A caller that started from another title or other tags would overwrite a colleague's change. */
function requireFreshFields({ title, tags, baseFields }: ArticleInput, present: ArticleContent): void {
  const isTitleStale =
    title !== undefined &&
    title !== present.title &&
    baseFields?.title !== undefined &&
    baseFields.title !== present.title
  const isSame = (one: readonly string[]) => JSON.stringify(one) === JSON.stringify(present.tags)
  const areTagsStale = tags !== undefined && !isSame(tags) && baseFields?.tags !== undefined && !isSame(baseFields.tags)
  if (isTitleStale || areTagsStale) throw new AppError('draft_changed')
}

/** The uuid of a workspace in which the actor may edit articles; staying in the current one needs no right. */
async function readWorkspace(db: Db, actor: Member, wanted: string | null | undefined, present: string | null) {
  // An API key that is limited to workspaces sees nothing outside of them, so it creates nothing there.
  const isOutside = (wanted === undefined ? present : wanted) === null
  if (isOutside && actor.key?.workspaceIds) throw new AppError('unknown_workspace')
  if (wanted === undefined || wanted === null || wanted === present) return wanted
  const workspace = await findWorkspaceAccess(db, actor, wanted)
  if (workspace?.id === present) return present
  if (workspace === null || workspace.companyId !== actor.company.id || !workspaceAbilities(workspace).editArticles) {
    throw new AppError('unknown_workspace')
  }
  return workspace.id
}

/** Whether the actor may still publish there: access to the workspace chosen for the draft may have been lost since. */
export async function requireEditableWorkspace(db: Db, actor: Member, workspaceId: string): Promise<void> {
  await readWorkspace(db, actor, workspaceId, null)
}

/** The uuid of a text article that can have sub-articles. */
async function readParent(db: Db, actor: Member, wanted: string | null | undefined, present: string | null) {
  if (wanted === undefined || wanted === null || wanted === present) return wanted
  const parent = await findPublishedRow(db, actor, wanted)
  if (parent === null || parent.workspace === null || parent.workspace.rank < ranks.editor)
    throw new AppError('unknown_article')
  if (parent.id !== present && parent.duration > 0) throw new AppError('parent_not_text')
  return parent.id
}

/**
 * Paragraphs are replaced as a whole, so a caller that started from other paragraphs gets a conflict. Text typed in the
 * meantime causes none.
 */
async function readParagraphs(
  db: Db,
  actor: Member,
  { paragraphs, baseHash, baseParagraphsHash }: ArticleInput,
  { row, present, copied = [] }: ReadContext,
): Promise<ParagraphTree | undefined> {
  if (paragraphs === undefined) return undefined
  const sent = paragraphsFromWire(paragraphs)
  const presentHash = paragraphsHash(present.paragraphs)
  if (paragraphsHash(sent) !== presentHash) {
    const isStale = baseParagraphsHash
      ? baseParagraphsHash !== presentHash
      : Boolean(baseHash) && baseHash !== contentHash(present)
    if (isStale) throw new AppError('draft_changed')
  }
  const known = new Set([...videoIdsOf(articleMap(present.paragraphs)), ...videoIdsOf(articleMap(copied))])
  const added = videoIdsOf(articleMap(sent)).filter((id) => !known.has(id))
  const scope = { companyId: actor.company.id, userId: actor.userId, articleId: row?.id ?? null }
  const usable = await listUsableVideos(db, scope, added)
  await requireDownloadable(
    db,
    actor,
    added.filter((id) => !usable.has(id)),
  )
  // A stored map stays valid, for example if its recording was measured again.
  const stored = mapsOf(present.paragraphs)
  const changed = new Set(mapsOf(sent).filter((map) => !stored.some((one) => isSameMap(one, map))))
  const videos = await listVideos(db, actor.company.id, videoIdsOf([...changed].flat()))
  const durations = new Map(videos.map(({ id, duration }) => [id, duration]))
  const cut = (map: PlayMap) => (changed.has(map) ? cutToVideos(map, durations) : map)
  return sent.map((one) => ({
    ...one,
    map: cut(one.map),
    items: one.items.map((item) => ({ ...item, map: cut(item.map) })),
  }))
}

/** Recordings of other articles: their use needs the same right as saving them to disk. */
async function requireDownloadable(db: Db, actor: Member, videoIds: readonly string[]): Promise<void> {
  const playing = await listPlayingArticles(db, actor.company.id, videoIds)
  const articleIds = playing.map(({ id }) => id)
  const downloadable = articleIds.length === 0 ? new Set() : await filterDownloadable(db, actor, articleIds)
  const known = new Set(playing.flatMap((article) => (downloadable.has(article.id) ? article.videoIds : [])))
  if (videoIds.some((id) => !known.has(id))) throw new AppError('unknown_video')
}

const mapsOf = (tree: ParagraphTree): PlayMap[] => tree.flatMap(({ map, items }) => [map, ...mapsOf(items)])

/** A browser may measure the duration of a recording a little differently. Milliseconds. */
const endToleranceMs = 100

/** Pieces end where their recordings end. Throws if they exceed that, or if too little is played. */
function cutToVideos(sent: PlayMap, durations: ReadonlyMap<string, number | null>): PlayMap {
  const map = normalize(
    sent.map((piece) => {
      const end = durations.get(piece.videoId) ?? null
      if (end === null) return piece
      if (piece.in >= end || piece.in + piece.dur > end + endToleranceMs) throw new AppError('piece_beyond_end')
      return { ...piece, dur: Math.min(piece.dur, end - piece.in) }
    }),
  )
  if (map.length > 0 && durationOf(map) < minPartMs) throw new AppError('paragraph_too_close')
  return map
}

type SentTab = NonNullable<ArticleInput['textTabs']>[number]
/** A tab whose text has already been parsed. */
type ParsedTab = SentTab & { readonly note?: NoteJson }

class UnparsedTextsError extends Error {
  readonly tabs: readonly SentTab[]
  constructor(tabs: readonly SentTab[]) {
    super('The text of a tab has to be read first')
    this.tabs = tabs
  }
}

/**
 * Only the locked article shows which texts are needed, but parsing HTML takes too long for a transaction. When the
 * work meets an unparsed text, it is rolled back, the text is parsed, and the work runs again.
 */
export async function withParsedTexts<Input extends ArticleInput, Result>(
  input: Input,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  let sent = input
  for (;;) {
    try {
      return await work(sent)
    } catch (error) {
      if (!(error instanceof UnparsedTextsError)) throw error
      sent = { ...sent, textTabs: await parseTexts(sent.textTabs ?? [], error.tabs) }
    }
  }
}

async function parseTexts(tabs: readonly SentTab[], unread: readonly SentTab[]): Promise<ParsedTab[]> {
  const read: ParsedTab[] = []
  for (const tab of tabs) {
    if (!unread.includes(tab)) {
      read.push(tab)
      continue
    }
    read.push({ ...tab, note: await htmlToNoteJson(tab.text ?? '') })
    // Lets other requests run between two notes.
    await setImmediate()
  }
  return read
}

async function readNotes(db: Db, input: ArticleInput, of: ReadContext): Promise<Map<string, NoteJson>> {
  const tabs: readonly ParsedTab[] = input.textTabs ?? []
  if (input.textTabs !== undefined) {
    const merged = mergeTabLists<{ id: string }, { id: string }>(of.present.tabs, tabs, input.knownTextTabs)
    validateTabs(merged.map(({ id }) => ({ id, title: '' })))
  }
  // The text of a tab with a live document comes only from it; text that was sent is ignored.
  const hasLiveNotes = of.row === null || of.row.published_at === null
  const notes = new Map<string, NoteJson>()
  const unread: SentTab[] = []
  for (const tab of tabs) {
    const present = of.present.tabs.find(({ id }) => id === tab.id)
    const isAsBefore = tab.text === undefined || tab.text === null || tab.text === present?.html
    if (present !== undefined && (hasLiveNotes || isAsBefore)) continue
    const restored = of.restored?.find(({ id, html }) => id === tab.id && html === tab.text)
    if (restored !== undefined) {
      notes.set(tab.id, restored.note)
      continue
    }
    // A deleted tab that comes back finds its live document again.
    const kept = of.row === null || !hasLiveNotes ? null : await readNoteJson(db, of.row.id, tab.id)
    const note = kept ?? tab.note
    if (note === undefined) unread.push(tab)
    else notes.set(tab.id, requireNoteWithinLimit(note))
  }
  if (unread.length > 0) throw new UnparsedTextsError(unread)
  return notes
}

function requireNoteWithinLimit(note: NoteJson): NoteJson {
  if (noteSize(note) <= NOTE_SERVER_LIMIT) return note
  throw new AppError('invalid_input', {
    fields: [{ field: 'textTabs', message: 'The text of a note tab is too long' }],
  })
}
