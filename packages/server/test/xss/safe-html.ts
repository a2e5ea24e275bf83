/**
 * Parses stored HTML as strictly as it is written: every character belongs to an allowed tag, with allowed attributes
 * in double quotes, or to text in which no tag could begin. Every parser reads HTML of this form in the same way.
 */
type Check = RegExp | ((value: string) => boolean)
type Allowed = Readonly<Record<string, Check>>
export type AllowedElements = Readonly<Record<string, Allowed>>

export const anything: Check = () => true
export const safeAddress: Check = (value) => !/^[^/?#]*:/.test(value) || /^(?:https?|mailto|tel):/i.test(value)
const key = /^[A-Za-z0-9_-]{16}$/
const colour = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/
const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const number = /^\d{1,5}$/
const path = /^\/[\w./-]*$/

const textBlock: Allowed = {
  'data-key': key,
  'data-align': /^(?:center|right|justify)$/,
  'data-indent': /^(?:30|60|90|120|150|180|210)$/,
  'data-space': /^keep$/,
}
const headingBlock: Allowed = { ...textBlock, id: /^h-[A-Za-z0-9_-]{16}$/ }
const cell: Allowed = {
  colspan: number,
  rowspan: number,
  colwidth: /^\d{1,5}(?:,\d{1,5})*$/,
  align: /^(?:left|center|right)$/,
}
const width = /^(?:min-)?width:\d{1,6}px$/

export const noteElements: AllowedElements = {
  p: textBlock,
  h1: headingBlock,
  h2: headingBlock,
  h3: headingBlock,
  h4: headingBlock,
  h5: headingBlock,
  pre: { 'data-key': key },
  code: { class: /^language-[\w+#.-]{1,40}$/ },
  blockquote: {},
  details: {},
  summary: {},
  nav: { 'data-type': /^tableOfContents$/ },
  ul: { 'data-type': /^taskList$/ },
  ol: { start: /^-?\d{1,9}$/, type: /^[aAiI]$/ },
  li: { 'data-type': /^taskItem$/, 'data-checked': /^(?:true|false)$/ },
  input: { type: /^checkbox$/, disabled: /^$/, checked: /^$/, 'aria-label': /^(?:Done|To do)$/ },
  table: { style: width },
  tbody: {},
  colgroup: {},
  col: { style: width },
  tr: {},
  td: cell,
  th: cell,
  hr: {},
  br: {},
  strong: {},
  em: {},
  u: {},
  s: {},
  mark: { 'data-color': colour, style: /^--tone:#(?:[0-9a-f]{3}|[0-9a-f]{6})$/ },
  a: {
    href: safeAddress,
    target: /^_blank$/,
    rel: /^noopener noreferrer nofollow$/,
    'data-level': /^[1-5]$/,
    'data-part': /^title$/,
  },
  span: {
    'data-color': colour,
    style: /^(?:--ink:#(?:[0-9a-f]{3}|[0-9a-f]{6})|width:\d{1,5}px(?:;aspect-ratio:\d{1,5}\/\d{1,5})?)$/,
    'data-font': /^[A-Z][A-Za-z ]{2,20}$/,
    'data-size': /^(?:10|12|14|16|18)$/,
    'data-mention': id,
    'data-label': anything,
    'data-unknown': anything,
    'data-type': /^image$/,
    'data-display': /^(?:inline|break|float-left|float-right)$/,
    'data-part': /^(?:name|size|provider)$/,
  },
  div: {
    'data-type': /^(?:columns|column|callout|fileAttachment|embed)$/,
    'data-layout': /^(?:two-column|sidebar-left|sidebar-right)$/,
    'data-unknown': anything,
    'data-kind': /^[a-z]{2,10}$/,
    'data-id': id,
    'data-url': path,
    'data-name': anything,
    'data-ext': /^[\p{L}\p{N}]{1,16}$/u,
    'data-size': /^\d{1,15}$/,
    'data-time': /^[\dT:.Z-]{20,24}$/,
  },
  img: {
    // Never `src`: stored HTML makes no browser request anything.
    'data-src': path,
    alt: anything,
    title: anything,
    width: number,
    height: number,
    'data-display': /^(?:inline|break|float-left|float-right)$/,
  },
}
const empty: ReadonlySet<string> = new Set(['input', 'hr', 'br', 'col', 'img', 'meta', 'link'])

/** Characters that need no escape, and the five that have one. */
const token =
  /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+(?:="(?:[^"<>&]|&(?:amp|lt|gt|quot|#39);)*")?)*)>|(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)+/gy
const attribute = / ([a-z-]+)(?:="([^"<>]*)")?/g

/** Parts of the HTML that notes do not contain; empty if it is safe. */
export const findUnsafe = (html: string): string[] => findOutside(html, noteElements)

/** Parts of the HTML other than these elements. */
export function findOutside(html: string, elements: AllowedElements): string[] {
  const faults: string[] = []
  const open: string[] = []
  let at = 0
  for (const match of html.matchAll(token)) {
    at = match.index + match[0].length
    const [whole, slash, name, attributes = ''] = match
    if (name === undefined) continue
    const allowed = elements[name]
    if (!allowed) faults.push(`the element ${whole}`)
    else if (slash === '/') {
      if (open.pop() !== name) faults.push(`the end ${whole}`)
    } else {
      if (!empty.has(name)) open.push(name)
      faults.push(...findUnsafeAttributes(name, allowed, attributes))
    }
  }
  if (at !== html.length) faults.push(`what no tag and no text is: ${html.slice(at, at + 80)}`)
  if (open.length > 0) faults.push(`no end of ${open.join(' ')}`)
  return faults
}

function findUnsafeAttributes(element: string, allowed: Allowed, text: string): string[] {
  const seen = new Set<string>()
  return [...text.matchAll(attribute)].flatMap(([whole, name = '', raw = '']) => {
    const check = allowed[name]
    const value = decode(raw)
    const isFirst = !seen.has(name)
    seen.add(name)
    const isGood = check && isFirst && (typeof check === 'function' ? check(value) : check.test(value))
    return isGood ? [] : [`the attribute ${whole} of ${element}`]
  })
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const decode = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? '')
