/** The files of one article: a page for each tab, in the format of the export. */
import { formatFrontMatter } from '@knowreel/shared/import-export/front-matter.ts'
import {
  noteHtmlWithLinks,
  noteJsonToMarkdown,
  type MarkdownLinks,
} from '@knowreel/shared/import-export/note-markdown.ts'
import { isCoverColor } from '@knowreel/shared/article/cover.rules.ts'
import type { ExportFormat } from '@knowreel/shared/import-export/import-export.rules.ts'
import { EMPTY_NOTE, isEmptyNote, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { positionsOf } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { fullName } from '@knowreel/shared/user/user.rules.ts'
import type { ExportedArticle } from '../../article/index.ts'
import { createUniqueNames, safeName } from './file-names.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { htmlPage } from './html-page.ts'
import { extensionOf } from './plan-export.ts'

export type SavedRecording = { readonly name: string; readonly path: string }

export type PageInput = {
  readonly article: ExportedArticle
  readonly path: string
  readonly format: ExportFormat
  /** Resolves links and files from the page at this path. */
  readonly linksFrom: (page: string) => MarkdownLinks
  readonly addressFrom: (page: string, path: string) => string
  readonly recordings: readonly SavedRecording[]
  /** The picture of its cover in the archive; null for none and for a provided one. */
  readonly coverPath: string | null
  readonly contentsPath: string
}

export type Page = { readonly path: string; readonly text: string }

export function articlePages(parts: PageInput): Page[] {
  const { article, path, format } = parts
  const name = createUniqueNames()
  const ending = extensionOf(format)
  const tabs = article.tabs.length === 0 ? [{ id: '', title: '', note: EMPTY_NOTE }] : article.tabs
  const pages = tabs.map((tab, index) => ({
    tab,
    index,
    path: index === 0 ? `${path}${ending}` : `${path}.${index + 1} ${name(safeName(tab.title, 'Note'))}${ending}`,
  }))
  return pages.map(({ tab, index, path: page }) => ({
    path: page,
    text:
      format === 'html'
        ? renderHtml(
            parts,
            pages.map(({ tab: { title }, path: to }) => ({ title, path: to })),
            { tab, index, page },
          )
        : renderMarkdown(parts, { tab, index, page }),
  }))
}

type TabPage = {
  readonly tab: { readonly title: string; readonly note: NoteJson }
  readonly index: number
  readonly page: string
}

function pageMetadata({ article, coverPath, addressFrom }: PageInput, { tab, index, page }: TabPage) {
  const isFirst = index === 0
  const { icon, cover } = article
  return {
    title: article.title,
    icon: isFirst ? icon : null,
    cover: isFirst && cover !== null ? coverOf(cover.source, coverPath && addressFrom(page, coverPath)) : null,
    id: isFirst ? article.shortId : null,
    'tab-of': isFirst ? null : article.shortId,
    tab: article.tabs.length > 0 ? tab.title : null,
    tags: isFirst ? article.tags : [],
    author: isFirst && article.author ? fullName(article.author) : null,
    created: isFirst ? article.createdAt.toISOString() : null,
    updated: isFirst ? article.updatedAt.toISOString() : null,
    published: isFirst ? (article.publishedAt?.toISOString() ?? null) : null,
  }
}

/** The name of a provided cover, or the address of the picture; null if that could not be exported. */
const coverOf = (source: string, address: string | null): string | null => (isCoverColor(source) ? source : address)

function renderMarkdown(parts: PageInput, page: TabPage): string {
  const facts = formatFrontMatter(pageMetadata(parts, page))
  const note = isEmptyNote(page.tab.note) ? '' : noteJsonToMarkdown(page.tab.note, parts.linksFrom(page.page))
  const video = page.index === 0 ? renderVideoMarkdown(parts, page.page) : ''
  return `${facts}${video === '' ? '' : `${video}\n`}${note}`
}

const formatTime = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest
}

const paragraphLines = ({ article: { paragraphs } }: PageInput) =>
  positionsOf(paragraphs).map(({ paragraph, parentId, start }) => ({
    isNested: parentId !== null,
    time: formatTime(start),
    title: paragraph.title.replaceAll(/\s+/g, ' '),
  }))

/** Between markers, so that an import recognizes it. */
function renderVideoMarkdown(parts: PageInput, page: string): string {
  const lines = paragraphLines(parts)
  if (lines.length === 0) return ''
  const escape = (text: string) => text.replaceAll(/[\\`*_[\]<~|#]/g, '\\$&')
  const list = lines.map(({ isNested, time, title }) => `${isNested ? '  ' : ''}- ${time} ${escape(title)}`)
  const recordings = parts.recordings.map(({ name, path }) => `[${escape(name)}](${parts.addressFrom(page, path)})`)
  return [
    '<!-- recording -->',
    '',
    ...list,
    '',
    ...recordings.flatMap((line) => [line, '']),
    '<!-- /recording -->',
    '',
  ].join('\n')
}

function renderHtml(parts: PageInput, pages: readonly { title: string; path: string }[], page: TabPage): string {
  const { article, addressFrom, contentsPath } = parts
  const note = noteHtmlWithLinks(page.tab.note, parts.linksFrom(page.page), true)
  const tabs =
    pages.length < 2
      ? ''
      : `<nav class="tabs">${pages
          .map(({ title, path }, index) =>
            index === page.index
              ? `<span aria-current="page">${escapeHtml(title)}</span>`
              : `<a href="${escapeHtml(addressFrom(page.page, path))}">${escapeHtml(title)}</a>`,
          )
          .join('')}</nav>`
  const author = article.author ? fullName(article.author) : 'Unknown author'
  const when = (article.publishedAt ?? article.createdAt).toISOString().slice(0, 10)
  const tags =
    article.tags.length === 0
      ? ''
      : `<p class="tags">${article.tags.map((tag) => `<span>${escapeHtml(tag)}</span>`).join('')}</p>`
  const cover =
    parts.coverPath === null
      ? ''
      : `<img class="cover" src="${escapeHtml(addressFrom(page.page, parts.coverPath))}" alt="">`
  return htmlPage({
    title: article.title,
    metadata: pageMetadata(parts, page),
    body: `<header><p class="back"><a href="${escapeHtml(addressFrom(page.page, contentsPath))}">Contents</a></p>
${cover}<h1>${article.icon === null ? '' : `${escapeHtml(article.icon)} `}${escapeHtml(article.title)}</h1><p class="facts">${escapeHtml(author)} · ${when}</p>${tags}${tabs}</header>
${page.index === 0 ? renderVideoHtml(parts, page.page) : ''}<main data-note>${note}</main>`,
  })
}

function renderVideoHtml(parts: PageInput, page: string): string {
  const lines = paragraphLines(parts)
  if (lines.length === 0) return ''
  const items = lines.map(
    ({ isNested, time, title }) =>
      `<li${isNested ? ' class="nested"' : ''}><time>${time}</time> ${escapeHtml(title)}</li>`,
  )
  const figures = parts.recordings.map(
    ({ name, path }) =>
      `<figure><video controls preload="metadata" src="${escapeHtml(parts.addressFrom(page, path))}"></video><figcaption>${escapeHtml(name)}</figcaption></figure>`,
  )
  return `<section class="recording">${figures.join('')}<ol>${items.join('')}</ol></section>\n`
}
