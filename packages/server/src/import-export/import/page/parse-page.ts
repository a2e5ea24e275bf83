/** Reads one page in the thread: its text in any format as HTML, cleaned, with its links resolved. */
import {
  frontMatterList,
  frontMatterText,
  parseFrontMatter,
  type FrontMatter,
} from '@knowreel/shared/import-export/front-matter.ts'
import { parseHTML } from 'linkedom'
import { isHtmlWithinLimits } from '../../../platform/html/html-limits.ts'
import type { AddNote } from '../../report.ts'
import { decodeText } from '../archive/decode-text.ts'
import { cleanPage } from '../html/clean-page.ts'
import { csvToHtml } from '../html/csv-table.ts'
import { markdownToHtml } from '../html/markdown-html.ts'
import { parseLimits } from '../import-limits.ts'
import type { PageRequest, ReadPage } from './page-reader.ts'
import { resolveLinks, type LinkResolver } from './resolve-links.ts'
import { splitPage } from './split-page.ts'

/** Null if the text is too large or too deeply nested. */
export async function parsePage(
  { bytes, kind, dialect, path }: PageRequest,
  resolver: LinkResolver,
  addNote: AddNote,
): Promise<ReadPage | null> {
  const { text, isGuessed } = decodeText(Buffer.from(bytes))
  if (isGuessed) addNote('encoding_guessed', path)
  const read = pageHtml(text, { kind, dialect, path, addNote })
  if (read === null) return null
  const { html, ...facts } = read
  if (html.trim() === '') return { ...facts, pieces: [] }
  const document = parseDocument(html)
  if (document === null) return null
  // Our export stores the title separately, so a heading in the page stays a heading.
  const hasTitle = facts.title !== null || kind === 'csv'
  const page = cleanPage(document, { dialect, isMarkdown: kind !== 'html', hasTitle })
  await resolveLinks(page.root, { resolver, addNote, path })
  return {
    title: facts.title ?? page.title,
    icon: facts.icon ?? page.icon ?? null,
    tags: [...facts.tags, ...page.tags],
    tabTitle: facts.tabTitle ?? page.tabTitle,
    pieces: [...splitPage(page.root, () => addNote('part_unreadable', path))],
  }
}

/** Null if it is too large or too deeply nested. */
export function parseDocument(html: string): Document | null {
  if (!isHtmlWithinLimits(html, parseLimits.html)) return null
  const isWhole = /<(?:html|body)[\s>]/i.test(html)
  try {
    return parseHTML(isWhole ? html : `<!doctype html><html><head></head><body>${html}</body></html>`).document
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The page as HTML, whatever its source format, with the data of its front matter. */
type PageHtml = {
  readonly html: string
  /** From the front matter; null if there is none. */
  readonly title: string | null
  readonly icon: string | null
  readonly tags: readonly string[]
  readonly tabTitle: string | null
}

type PageHtmlInput = Omit<PageRequest, 'bytes'> & { readonly addNote: AddNote }

/** Null for Markdown that is too large or too deeply nested. */
function pageHtml(text: string, { kind, dialect, path, addNote }: PageHtmlInput): PageHtml | null {
  if (kind === 'html') return { html: text, ...noFields }
  if (kind === 'csv') return { html: csvToHtml(text, () => addNote('table_cut', path)), ...noFields }
  const { fields, body } = parseFrontMatter(text)
  const html = markdownToHtml(body, dialect)
  return html === null ? null : { html, ...frontMatterFields(fields) }
}

const noFields = { title: null, icon: null, tags: [], tabTitle: null }

const frontMatterFields = (facts: FrontMatter) => ({
  title: frontMatterText(facts, 'title'),
  icon: frontMatterText(facts, 'icon'),
  tags: frontMatterList(facts, 'tags').map((tag) => tag.replace(/^#/, '')),
  tabTitle: frontMatterText(facts, 'tab'),
})
