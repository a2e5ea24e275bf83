/** Turns a file of an import into the content of an article. */
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { toSingleLine } from '@knowreel/shared/catalogue/wire.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { EMPTY_NOTE, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { setImmediate } from 'node:timers/promises'
import { requireHtmlWithinLimits } from '../../../note/index.ts'
import type { AddNote } from '../../report.ts'
import { cleanPage } from '../html/clean-page.ts'
import { decodeText } from '../archive/decode-text.ts'
import type { ImportFiles } from '../archive/import-entry.ts'
import { readBytes } from '../archive/import-files.ts'
import { parseLimits } from '../import-limits.ts'
import type { FileStore } from './store-files.ts'
import type { LinkTargets } from './link-target.ts'
import { pageToNote } from './page-to-note.ts'
import { resolveLinks } from './resolve-links.ts'
import { pageKindOf, type PageKind, type PlannedPage } from '../plan-import.ts'
import type { Dialect } from '../archive/detect-dialect.ts'
import { baseName, withoutExtension } from '../archive/safe-path.ts'
import {
  frontMatterList,
  frontMatterText,
  parseFrontMatter,
  type FrontMatter,
} from '@knowreel/shared/import-export/front-matter.ts'
import { csvToHtml } from '../html/csv-table.ts'
import { parseMarkdown } from '../html/markdown-reader.ts'

export type BuiltPage = {
  readonly title: string
  readonly tags: readonly string[]
  readonly tabs: readonly { readonly title: string; readonly note: NoteJson }[]
}

export type BuildContext = {
  readonly files: ImportFiles
  readonly dialect: Dialect
  readonly targets: LinkTargets
  readonly fileStore: FileStore
  readonly addNote: AddNote
  readonly used: Set<string>
}

type ParsedPage = {
  readonly title: string | null
  readonly tags: readonly string[]
  readonly tabTitle: string | null
  readonly note: NoteJson
}

/** Null for a page that cannot be read at all; its sub-pages still need its place in the tree. */
export async function buildPage(page: PlannedPage, building: BuildContext): Promise<BuiltPage | null> {
  const { addNote } = building
  if (page.kind === 'folder') {
    addNote('folder_page', page.path)
    return { title: titleOf(page, null, addNote), tags: [], tabs: [] }
  }
  const first = await readPage(page.path, page.kind, building)
  if (first === null) return null
  const tabs = [{ title: first.tabTitle ?? 'Note', note: first.note }]
  for (const path of page.tabPaths.slice(0, articleLimits.textTabs - 1)) {
    const tab = await readPage(path, pageKindOf(path) ?? 'markdown', building)
    if (tab !== null) tabs.push({ title: tab.tabTitle ?? withoutExtension(baseName(path)), note: tab.note })
  }
  return { title: titleOf(page, first.title, addNote), tags: tagsOf(page.path, first.tags, addNote), tabs }
}

async function readPage(path: string, kind: PageKind, building: BuildContext): Promise<ParsedPage | null> {
  const { dialect, addNote, files } = building
  const text = await readText(path, files, addNote)
  if (text === null) return null
  const read = await pageHtml(text, { kind, dialect, path, addNote })
  if (read === null) {
    addNote('page_too_large', path)
    return null
  }
  const { html, ...facts } = read
  if (html.trim() === '') return { ...facts, note: EMPTY_NOTE }
  const document = await parsePage(html)
  if (document === null) {
    addNote('page_too_large', path)
    return null
  }
  // Yields between the steps, so that other requests are served.
  await setImmediate()
  const isMarkdown = kind !== 'html'
  // Our export stores the title separately, so a heading in the page stays a heading.
  const page = cleanPage(document, { dialect, isMarkdown, hasTitle: facts.title !== null || kind === 'csv' })
  await setImmediate()
  await resolveLinks(page.root, { ...building, path })
  const note = await pageToNote(page.root, () => addNote('part_unreadable', path))
  return {
    title: facts.title ?? page.title,
    tags: [...facts.tags, ...page.tags],
    tabTitle: toTrimmedLine(facts.tabTitle ?? page.tabTitle ?? '') || null,
    note,
  }
}

async function readText(path: string, files: ImportFiles, tell: AddNote): Promise<string | null> {
  const entry = files.get(path)
  let bytes: Buffer | null = null
  try {
    bytes = entry === undefined ? null : await readBytes(entry, parseLimits.pageBytes)
  } catch {
    tell('page_unreadable', path)
    return null
  }
  if (bytes === null) {
    tell('page_too_large', path)
    return null
  }
  const { text, isGuessed } = decodeText(bytes)
  if (isGuessed) tell('encoding_guessed', path)
  return text
}

/** Null if the text is too large or too deeply nested. */
export async function parsePage(html: string): Promise<Document | null> {
  try {
    requireHtmlWithinLimits(html, parseLimits.html)
    const { parseHTML } = await import('linkedom')
    const isWhole = /<(?:html|body)[\s>]/i.test(html)
    const { document } = parseHTML(isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`)
    return document
  } catch (error) {
    if (error instanceof AppError || error instanceof RangeError) return null
    throw error
  }
}

/** Front matter and pages can contain any character; the database cannot store all of them. */
const toTrimmedLine = (text: string): string => toSingleLine(text).replaceAll(/\s+/g, ' ').toWellFormed().trim()

function titleOf(page: PlannedPage, told: string | null, tell: AddNote): string {
  const own = toTrimmedLine(told ?? '')
  if (own === '' && page.kind !== 'folder' && page.kind !== 'csv') tell('title_made', page.path)
  const title = own || toTrimmedLine(page.name) || 'Untitled'
  if (title.length <= articleLimits.titleLength) return title
  tell('title_cut', page.path)
  return title.slice(0, articleLimits.titleLength).toWellFormed().trim()
}

function tagsOf(path: string, told: readonly string[], tell: AddNote): string[] {
  const kept = new Map<string, string>()
  let isCut = false
  for (const given of told) {
    const tag = toTrimmedLine(given)
    if (tag === '' || kept.has(tagKey(tag))) continue
    if (tag.length > articleLimits.tagLength || kept.size >= articleLimits.tagsPerArticle) isCut = true
    else kept.set(tagKey(tag), tag)
  }
  if (isCut) tell('tags_left_out', path)
  return [...kept.values()]
}

/** The page as HTML, whatever its source format, with the data of its front matter. */
type PageHtml = {
  readonly html: string
  /** From the front matter; null if there is none. */
  readonly title: string | null
  readonly tags: readonly string[]
  readonly tabTitle: string | null
}

type PageHtmlInput = {
  readonly kind: PageKind
  readonly dialect: Dialect
  readonly path: string
  readonly addNote: AddNote
}

/** Null for Markdown that cannot be read, or not within the time limit. */
async function pageHtml(text: string, { kind, dialect, path, addNote }: PageHtmlInput): Promise<PageHtml | null> {
  if (kind === 'html') return { html: text, title: null, tags: [], tabTitle: null }
  if (kind === 'csv')
    return { html: csvToHtml(text, () => addNote('table_cut', path)), title: null, tags: [], tabTitle: null }
  const { fields, body } = parseFrontMatter(text)
  const html = await parseMarkdown(body, { dialect })
  return html === null ? null : { html, ...frontMatterFields(fields) }
}

const frontMatterFields = (facts: FrontMatter) => ({
  title: frontMatterText(facts, 'title'),
  tags: frontMatterList(facts, 'tags').map((tag) => tag.replace(/^#/, '')),
  tabTitle: frontMatterText(facts, 'tab'),
})
