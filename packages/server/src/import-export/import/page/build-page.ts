/** Turns a file of an import into the content of an article. */
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { readEmoji } from '@knowreel/shared/article/cover.rules.ts'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { toSingleLine } from '@knowreel/shared/catalogue/wire.ts'
import { EMPTY_NOTE, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { htmlToNotes } from '../../../note/index.ts'
import type { AddNote } from '../../report.ts'
import type { Dialect } from '../archive/detect-dialect.ts'
import { readBytes } from '../archive/import-files.ts'
import { baseName, withoutExtension } from '../archive/safe-path.ts'
import { parseLimits } from '../import-limits.ts'
import { pageKindOf, type PageKind, type PlannedPage } from '../plan-import.ts'
import { createLinkResolver, type LinkSources } from './link-resolver.ts'
import { readPage } from './page-reader.ts'

export type BuiltPage = {
  readonly title: string
  readonly icon: string | null
  readonly tags: readonly string[]
  /** A tab that is longer than the editor allows has several notes. */
  readonly tabs: readonly { readonly title: string; readonly notes: readonly NoteJson[] }[]
}

export type BuildContext = LinkSources & {
  readonly dialect: Dialect
  readonly addNote: AddNote
}

type ParsedPage = {
  readonly title: string | null
  readonly icon: string | null
  readonly tags: readonly string[]
  readonly tabTitle: string | null
  readonly notes: readonly NoteJson[]
}

const emptyPage = { notes: [EMPTY_NOTE], lostPieces: 0 }

/** Null for a page that cannot be read at all; its sub-pages still need its position in the tree. */
export async function buildPage(page: PlannedPage, building: BuildContext): Promise<BuiltPage | null> {
  const { addNote } = building
  if (page.kind === 'folder') {
    addNote('folder_page', page.path)
    return { title: titleOf(page, null, addNote), icon: null, tags: [], tabs: [] }
  }
  const first = await readTab(page.path, page.kind, building)
  if (first === null) return null
  const tabs = [{ title: first.tabTitle ?? 'Note', notes: first.notes }]
  for (const path of page.tabPaths.slice(0, articleLimits.textTabs - 1)) {
    const tab = await readTab(path, pageKindOf(path) ?? 'markdown', building)
    if (tab !== null) tabs.push({ title: tab.tabTitle ?? withoutExtension(baseName(path)), notes: tab.notes })
  }
  return {
    title: titleOf(page, first.title, addNote),
    icon: readEmoji(first.icon ?? ''),
    tags: tagsOf(page.path, first.tags, addNote),
    tabs,
  }
}

async function readTab(path: string, kind: PageKind, building: BuildContext): Promise<ParsedPage | null> {
  const { dialect, addNote, files } = building
  const entry = files.get(path)
  let bytes: Buffer<ArrayBuffer> | null
  try {
    bytes = entry === undefined ? null : await readBytes(entry, parseLimits.pageBytes)
  } catch {
    addNote('page_unreadable', path)
    return null
  }
  const resolver = createLinkResolver(building, path)
  const page = bytes === null ? null : await readPage({ bytes, kind, dialect, path }, { resolver, addNote })
  const parsed = page === null ? null : page.pieces.length === 0 ? emptyPage : await htmlToNotes(page.pieces)
  if (page === null || parsed === null) {
    addNote('page_too_large', path)
    return null
  }
  for (let lost = 0; lost < parsed.lostPieces; lost++) addNote('part_unreadable', path)
  const { title, icon, tags } = page
  return { title, icon, tags, tabTitle: toTrimmedLine(page.tabTitle ?? '') || null, notes: parsed.notes }
}

/** Front matter and pages can contain any character; the database cannot store all of them. */
const toTrimmedLine = (text: string): string => toSingleLine(text).replaceAll(/\s+/g, ' ').toWellFormed().trim()

function titleOf(page: PlannedPage, stated: string | null, addNote: AddNote): string {
  const own = toTrimmedLine(stated ?? '')
  if (own === '' && page.kind !== 'folder' && page.kind !== 'csv') addNote('title_made', page.path)
  const title = own || toTrimmedLine(page.name) || 'Untitled'
  if (title.length <= articleLimits.titleLength) return title
  addNote('title_cut', page.path)
  return title.slice(0, articleLimits.titleLength).toWellFormed().trim()
}

function tagsOf(path: string, stated: readonly string[], addNote: AddNote): string[] {
  const kept = new Map<string, string>()
  let isCut = false
  for (const given of stated) {
    const tag = toTrimmedLine(given)
    if (tag === '' || kept.has(tagKey(tag))) continue
    if (tag.length > articleLimits.tagLength || kept.size >= articleLimits.tagsPerArticle) isCut = true
    else kept.set(tagKey(tag), tag)
  }
  if (isCut) addNote('tags_left_out', path)
  return [...kept.values()]
}
