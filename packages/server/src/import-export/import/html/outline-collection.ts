/** The documents of a collection in Outline's JSON export as HTML pages, each in a folder named after its parent. */
import { embedHtml } from '@knowreel/shared/import-export/markdown-embed.ts'
import { findEmbed } from '@knowreel/shared/note/embed/embed-providers.ts'
import type { OutlinePage } from '../page/page-reader.ts'

const maxDepth = 100

type JsonObject = { readonly [name: string]: unknown }
const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
type Collection = JsonObject

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Null if this is no collection. */
export function parseCollection(json: string): Collection | null {
  const data: unknown = JSON.parse(json)
  return isJsonObject(data) && isJsonObject(data['documents']) ? data : null
}

/** A page before its sub-pages. `folder`: of the collection. */
export function* outlinePages(data: Collection, folder: string): Generator<OutlinePage> {
  const documents = isJsonObject(data['documents']) ? data['documents'] : {}
  const collection = isJsonObject(data['collection']) ? data['collection'] : {}
  const name = safeSegment(textOf(collection['name']) || 'Collection')
  const attachments = new Map<string, string>()
  for (const [id, attachment] of Object.entries(isJsonObject(data['attachments']) ? data['attachments'] : {})) {
    if (isJsonObject(attachment)) attachments.set(id, textOf(attachment['key']))
  }
  const paths = new Map<string, string>()
  const root = folder === '' ? name : `${folder}/${name}`
  const open = arrayOf(collection['documentStructure']).map((node, index) => ({ node, folder: root, index, depth: 0 }))
  const pages: { id: string; document: JsonObject; path: string }[] = []
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { node, folder: above, index, depth } = next
    if (!isJsonObject(node) || depth > maxDepth) continue
    const id = textOf(node['id'])
    const document = Object.hasOwn(documents, id) ? documents[id] : null
    if (!isJsonObject(document) || paths.has(id)) continue
    const stem = `${above}/${String(index + 1).padStart(4, '0')} ${safeSegment(textOf(document['title']))}`
    paths.set(id, `${stem}.html`).set(textOf(document['urlId']), `${stem}.html`)
    pages.push({ id, document, path: `${stem}.html` })
    open.push(
      ...arrayOf(node['children']).map((child, at) => ({ node: child, folder: stem, index: at, depth: depth + 1 })),
    )
  }
  const linkOf = (href: string): string => {
    const attachment = attachments.get(/attachments\.redirect\?id=([\w-]+)/.exec(href)?.[1] ?? '')
    if (attachment !== undefined) return rootedPath(folder, attachment)
    const urlId = /\/doc\/(?:[^/?#]*-)?(\w{10})(?:[?#]|$)/.exec(href)?.[1]
    const path = paths.get(urlId ?? '')
    return path === undefined ? href : rootedPath('', path)
  }
  for (const { document, path } of pages) {
    const body = htmlOf(document['data'], linkOf, 0)
    const html = `<html><head><title>${escape(textOf(document['title']))}</title></head><body><h1>${escape(textOf(document['title']))}</h1>${body}</body></html>`
    yield { path, bytes: Buffer.from(html) }
  }
}

const safeSegment = (text: string): string =>
  text
    .replaceAll(/[/\\\s]+/g, ' ')
    .trim()
    .slice(0, 100) || 'Untitled'
const rootedPath = (folder: string, path: string): string =>
  `/${[...(folder === '' ? [] : [folder]), path].join('/').split('/').map(encodeURIComponent).join('/')}`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Maps: a node named `constructor` must not find a property that every object has. */
const blockTags: ReadonlyMap<string, string> = new Map([
  ['paragraph', 'p'],
  ['blockquote', 'blockquote'],
  ['bullet_list', 'ul'],
  ['list_item', 'li'],
  ['table', 'table'],
  ['tr', 'tr'],
  ['td', 'td'],
  ['th', 'th'],
])
const markTags: ReadonlyMap<string, string> = new Map([
  ['strong', 'strong'],
  ['bold', 'strong'],
  ['em', 'em'],
  ['italic', 'em'],
  ['strikethrough', 's'],
  ['underline', 'u'],
  ['highlight', 'mark'],
  ['code_inline', 'code'],
])

function htmlOf(node: unknown, linkOf: (href: string) => string, depth: number): string {
  if (!isJsonObject(node) || depth > maxDepth) return ''
  const attrs = isJsonObject(node['attrs']) ? node['attrs'] : {}
  const type = textOf(node['type'])
  const inner = () =>
    arrayOf(node['content'])
      .map((child) => htmlOf(child, linkOf, depth + 1))
      .join('')
  const tag = blockTags.get(type)
  if (tag !== undefined) return `<${tag}>${inner()}</${tag}>`
  switch (type) {
    case 'text':
      return wrapMarks(escape(textOf(node['text'])), arrayOf(node['marks']), linkOf)
    case 'heading':
      return `<h${headingLevel(attrs['level'])}>${inner()}</h${headingLevel(attrs['level'])}>`
    case 'ordered_list':
      return `<ol start="${Number(attrs['order']) || 1}">${inner()}</ol>`
    case 'container_notice':
      return `<div data-type="callout" data-kind="${escape(textOf(attrs['style']))}">${inner()}</div>`
    case 'checkbox_list':
      return `<ul data-type="taskList">${inner()}</ul>`
    case 'checkbox_item':
      return `<li data-type="taskItem" data-checked="${attrs['checked'] === true}">${inner()}</li>`
    case 'code_block':
    case 'code_fence':
      return `<pre><code class="language-${escape(textOf(attrs['language']))}">${inner()}</code></pre>`
    case 'hr':
      return '<hr>'
    case 'br':
      return '<br>'
    case 'mention':
      return escape(`@${textOf(attrs['label'])}`)
    case 'image':
      return `<img src="${escape(linkOf(textOf(attrs['src'])))}" alt="${escape(textOf(attrs['alt']))}">`
    case 'attachment':
      return `<p><a href="${escape(linkOf(textOf(attrs['href'])))}">${escape(textOf(attrs['title']))}</a></p>`
    case 'embed': {
      const embed = findEmbed(attrs['href'])
      if (embed !== null) return embedHtml({ embed, title: '' })
      return `<p><a href="${escape(textOf(attrs['href']))}">${escape(textOf(attrs['href']))}</a></p>`
    }
    default:
      return inner()
  }
}

const headingLevel = (level: unknown): number => Math.min(5, Math.max(1, Number(level) || 1))

function wrapMarks(text: string, marks: readonly unknown[], linkOf: (href: string) => string): string {
  return marks.reduce<string>((html, mark) => {
    if (!isJsonObject(mark)) return html
    const type = textOf(mark['type'])
    const tag = markTags.get(type)
    if (tag !== undefined) return `<${tag}>${html}</${tag}>`
    const attrs = isJsonObject(mark['attrs']) ? mark['attrs'] : {}
    return type === 'link' ? `<a href="${escape(linkOf(textOf(attrs['href'])))}">${html}</a>` : html
  }, text)
}
