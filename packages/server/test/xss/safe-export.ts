/**
 * Checks exported files as strictly as notes: an HTML page character by character, Markdown by the output of a parser.
 */
import { Marked } from 'marked'
import { anything, findOutside, noteElements, safeAddress, type AllowedElements } from './safe-html.ts'

/** Relative to the page, in the archive: without a host and without a scheme. */
const beside = /^(?:\.\.\/)*[^:/\\?#%]?[^:\\?#]*$/

const pageElements: AllowedElements = {
  ...noteElements,
  img: { ...noteElements['img'], 'data-src': () => false, src: beside },
  a: { ...noteElements['a'], 'data-part': /^name$/ },
  div: { ...noteElements['div'], 'data-url': () => false },
  header: {},
  p: { ...noteElements['p'], class: /^(?:back|facts|tags)$/ },
  nav: { class: /^tabs$/ },
  span: { ...noteElements['span'], 'aria-current': /^page$/ },
  main: { 'data-note': /^$/ },
  ul: { ...noteElements['ul'], class: /^contents$/ },
}
const metaElements: AllowedElements = { meta: { name: /^knowreel:[a-z-]+$/, content: anything } }

const frame =
  /^<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta http-equiv="Content-Security-Policy" content="default-src 'none'; [^"<>]*">\n<title>([^<>]*)<\/title>\n((?:<meta [^<>]*>\n?)*)\n?<style>([^<>]*(?:>[^<>]*)*)<\/style><\/head>\n<body>([^]*)\n<\/body><\/html>\n$/

/** Forbidden content of an exported page; empty if it is safe. */
export function findUnsafePage(page: string): string[] {
  const [, title = '', metas = '', style = '', body] = frame.exec(page) ?? []
  if (body === undefined) return [`no page of ours: ${page.slice(0, 900)}`]
  if (!style.startsWith(':root{color-scheme')) return ['a style that is not ours']
  return [...findOutside(title, {}), ...findOutside(metas, metaElements), ...findOutside(body, pageElements)]
}

const cell = { ...noteElements['td'], align: /^(?:left|center|right)$/ }
/** Elements produced by Markdown parsers, and those of the HTML that we write into Markdown. */
const markdownElements: AllowedElements = {
  ...noteElements,
  ...pageElements,
  a: { href: safeAddress, target: /^_blank$/, rel: /^noopener noreferrer nofollow$/, 'data-part': /^name$/ },
  img: { ...pageElements['img'], alt: anything, title: anything },
  p: { ...noteElements['p'], align: /^(?:center|right|justify)$/ },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5].map((level) => [`h${level}`, { ...noteElements['h1'], align: /^(?:center|right|justify)$/ }]),
  ),
  thead: {},
  th: cell,
  td: cell,
  del: {},
  code: { class: /^language-[\w+#.-]{1,40}$/ },
}

const reader = new Marked({ gfm: true })

/** Forbidden output of a parser that lets HTML in a Markdown file through. */
export function findUnsafeMarkdown(markdown: string): string[] {
  const [, facts = '', body] = /^---\n((?:[a-z-]+:(?: "[^\n]*")?\n|  - "[^\n]*"\n)*)---\n\n([^]*)$/.exec(markdown) ?? []
  if (body === undefined) return [`no facts as we write them: ${markdown.slice(0, 300)}`]
  const values = facts.split('\n').flatMap((line) => /"[^]*"$/.exec(line)?.[0] ?? [])
  const broken = values.filter((text) => !isJson(text))
  if (broken.length > 0) return broken
  const html = reader
    .parse(body, { async: false })
    .replaceAll(/<!-- (?:-->|\/?recording -->)/g, '')
    .replaceAll('<!-- -->', '')
    .replaceAll(/&(?:nbsp|#10);/g, ' ')
  return findOutside(html, markdownElements)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
