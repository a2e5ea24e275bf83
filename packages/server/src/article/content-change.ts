/** From what a caller sent to a change of content: ids looked up and checked, HTML read through the note schema. */
import { articleMap, type Paragraph, type ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import { paragraphsHash } from '@knowreel/shared/video/paragraph-hash.ts'
import { paragraphsFromWire } from '@knowreel/shared/video/paragraph.wire.ts'
import { normalize, sourcesOf, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { ArticleInput } from '@knowreel/shared/article/article.calls.ts'
import { checkTabs, mergeTabLists } from '@knowreel/shared/article/text-tab.rules.ts'
import { NOTE_SERVER_LIMIT, noteSize, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { setImmediate } from 'node:timers/promises'
import type { Member } from '../access/index.ts'
import { htmlToNoteJson, readNoteJson } from '../note/index.ts'
import type { Db } from '../platform/database/db.ts'
import { findWorkspaceStanding, ranks, workspaceAbilities } from '../workspace/index.ts'
import { listUsableVideos } from '../video/index.ts'
import { contentHash, type ArticleContent, type ContentChange, type TabContent } from './article-content.ts'
import { findPublishedRow } from './article.queries.ts'

type ChangeOf = {
  /** The row whose live documents count; null for one that has none. */
  readonly draftId: string | null
  /** The published article that is changed itself, where there is no draft. */
  readonly articleId?: string
  readonly present: ArticleContent
  /** `new`: of tabs that are not there yet. `all`: there are no live documents, so what was sent is the text. */
  readonly takesText: 'new' | 'all'
  /** Of the article that a new one is made from: its recordings may be played there too. */
  readonly copied?: ParagraphTree
  /** Tabs of the version that is restored: text of theirs that comes back as it was needs no reading, and loses nothing. */
  readonly restored?: readonly TabContent[]
}

export async function readChange(db: Db, actor: Member, input: ArticleInput, of: ChangeOf): Promise<ContentChange> {
  const { title, tags, textTabs, knownTextTabs, pinnedNote } = input
  requireFreshFields(input, of.present)
  return {
    title,
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

/** Who began with another title or other tags than are there now would write over what somebody else made of them. */
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

/** The long id of a workspace in which the actor may edit articles; the present one needs no right to stay. */
async function readWorkspace(db: Db, actor: Member, wanted: string | null | undefined, present: string | null) {
  if (wanted === undefined || wanted === null || wanted === present) return wanted
  const workspace = await findWorkspaceStanding(db, actor, wanted)
  if (workspace?.id === present) return present
  if (workspace === null || workspace.companyId !== actor.company.id || !workspaceAbilities(workspace).editArticles) {
    throw new AppError('unknown_workspace')
  }
  return workspace.id
}

/** Whether the actor may still publish there: what the draft chose once may have been taken away since. */
export async function requireEditableWorkspace(db: Db, actor: Member, workspaceId: string): Promise<void> {
  await readWorkspace(db, actor, workspaceId, null)
}

/** The long id of a text article under which others can stand. */
async function readParent(db: Db, actor: Member, wanted: string | null | undefined, present: string | null) {
  if (wanted === undefined || wanted === null || wanted === present) return wanted
  const parent = await findPublishedRow(db, actor, wanted)
  if (parent === null || parent.workspace === null || parent.workspace.rank < ranks.editor)
    throw new AppError('unknown_article')
  if (parent.id !== present && parent.duration > 0) throw new AppError('parent_not_text')
  return parent.id
}

/**
 * Paragraphs are taken whole. Who started from others than are there now is told, so that nobody's cut is lost; text that was
 * typed meanwhile is no reason.
 */
async function readParagraphs(
  db: Db,
  actor: Member,
  { paragraphs, baseHash, baseParagraphsHash }: ArticleInput,
  { draftId, articleId, present, copied = [] }: ChangeOf,
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
  const known = new Set([...sourcesOf(articleMap(present.paragraphs)), ...sourcesOf(articleMap(copied))])
  const added = sourcesOf(articleMap(sent)).filter((id) => !known.has(id))
  const place = { companyId: actor.company.id, userId: actor.userId, articleId: draftId ?? articleId ?? null }
  const usable = await listUsableVideos(db, place, added)
  if (added.some((id) => !usable.has(id))) throw new AppError('unknown_video')
  return sent.map((paragraph) => withinVideos(paragraph, usable))
}

/** Pieces end where their recordings end, whatever was sent. */
function withinVideos(paragraph: Paragraph, durations: ReadonlyMap<string, number | null>): Paragraph {
  const cut = (map: PlayMap): PlayMap =>
    normalize(
      map.map((piece) => {
        const duration = durations.get(piece.videoId) ?? null
        return duration === null ? piece : { ...piece, dur: Math.min(piece.dur, Math.max(0, duration - piece.in)) }
      }),
    )
  return {
    ...paragraph,
    map: cut(paragraph.map),
    items: paragraph.items.map((item) => ({ ...item, map: cut(item.map) })),
  }
}

type SentTab = NonNullable<ArticleInput['textTabs']>[number]
/** A tab whose text was read already. */
type ReadTab = SentTab & { readonly note?: NoteJson }

class UnreadTexts extends Error {
  readonly tabs: readonly SentTab[]
  constructor(tabs: readonly SentTab[]) {
    super('The text of a tab has to be read first')
    this.tabs = tabs
  }
}

/**
 * Which texts count is known only once the article is locked, but reading HTML takes too long for a transaction. So the
 * work is begun; if it meets a text that was not read it is rolled back, the text is read, and it begins anew.
 */
export async function withReadTexts<Input extends ArticleInput, Result>(
  input: Input,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  let sent = input
  for (;;) {
    try {
      return await work(sent)
    } catch (error) {
      if (!(error instanceof UnreadTexts)) throw error
      sent = { ...sent, textTabs: await readTexts(sent.textTabs ?? [], error.tabs) }
    }
  }
}

async function readTexts(tabs: readonly SentTab[], unread: readonly SentTab[]): Promise<ReadTab[]> {
  const read: ReadTab[] = []
  for (const tab of tabs) {
    if (!unread.includes(tab)) {
      read.push(tab)
      continue
    }
    read.push({ ...tab, note: await htmlToNoteJson(tab.text ?? '') })
    // Others have their turn between two notes.
    await setImmediate()
  }
  return read
}

async function readNotes(db: Db, input: ArticleInput, of: ChangeOf): Promise<Map<string, NoteJson>> {
  const tabs: readonly ReadTab[] = input.textTabs ?? []
  if (input.textTabs !== undefined) {
    const merged = mergeTabLists<{ id: string }, { id: string }>(of.present.tabs, tabs, input.knownTextTabs)
    checkTabs(merged.map(({ id }) => ({ id, title: '' })))
  }
  const notes = new Map<string, NoteJson>()
  const unread: SentTab[] = []
  for (const tab of tabs) {
    const present = of.present.tabs.find(({ id }) => id === tab.id)
    const isAsBefore = tab.text === undefined || tab.text === null || tab.text === present?.html
    if (present !== undefined && (of.takesText === 'new' || isAsBefore)) continue
    const restored = of.restored?.find(({ id, html }) => id === tab.id && html === tab.text)
    if (restored !== undefined) {
      notes.set(tab.id, restored.note)
      continue
    }
    // A tab that was deleted and comes back finds its live document again.
    const kept = of.draftId === null ? null : await readNoteJson(db, of.draftId, tab.id)
    const note = kept ?? tab.note
    if (note === undefined) unread.push(tab)
    else notes.set(tab.id, requireFitting(note))
  }
  if (unread.length > 0) throw new UnreadTexts(unread)
  return notes
}

function requireFitting(note: NoteJson): NoteJson {
  if (noteSize(note) <= NOTE_SERVER_LIMIT) return note
  throw new AppError('invalid_input', {
    fields: [{ field: 'textTabs', message: 'The text of a note tab is too long' }],
  })
}
