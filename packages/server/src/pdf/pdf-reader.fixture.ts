/** Reads the renderer's output in tests: text in reading order, fonts, outline. It cannot read other PDFs. */
import { inflateSync } from 'node:zlib'

export type ReadPdf = {
  /** The text of each page, one line per run of text. */
  readonly pages: readonly string[]
  readonly text: string
  /** Names of fonts, and whether their glyphs are embedded. */
  readonly fonts: readonly { readonly name: string; readonly isEmbedded: boolean }[]
  readonly outline: readonly string[]
  readonly links: readonly string[]
  readonly language: string | null
  readonly isTagged: boolean
  readonly info: { readonly title: string; readonly author: string }
  readonly pictures: number
}

type PdfObject = { readonly head: string; readonly body: Buffer | null }

export function readPdf(bytes: Buffer): ReadPdf {
  if (bytes.subarray(0, 5).toString('latin1') !== '%PDF-') throw new Error('This is no PDF')
  const items = readObjects(bytes)
  const get = (id: string | undefined): PdfObject => {
    const item = items.get(id ?? '')
    if (item === undefined) throw new Error(`No object ${id}`)
    return item
  }
  const reference = (head: string, name: string) => new RegExp(`/${name} \\[?\\s*(\\d+) 0 R`).exec(head)?.[1]
  const all = [...items.values()]
  const catalog = all.find(({ head }) => head.includes('/Type /Catalog'))?.head ?? ''
  const tree = get(reference(catalog, 'Pages')).head
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => get(id))
  const letters = new Map<string, Map<number, string>>()
  const textOf = (page: PdfObject): string => {
    const fonts = new Map<string, { map: Map<number, string>; width: 1 | 2 }>()
    for (const [, name, id] of page.head.matchAll(/\/(f\d+) (\d+) 0 R/g)) {
      const font = get(id).head
      const unicode = reference(font, 'ToUnicode') ?? ''
      if (!letters.has(unicode)) letters.set(unicode, readCharacterMap(get(unicode).body ?? Buffer.alloc(0)))
      fonts.set(name ?? '', { map: letters.get(unicode) ?? new Map(), width: font.includes('/Type0') ? 2 : 1 })
    }
    return readText((get(reference(page.head, 'Contents')).body ?? Buffer.alloc(0)).toString('latin1'), fonts)
  }
  const pages = kids.map(textOf)
  const info = all.find(
    ({ head }) => head.includes('/Producer') || (head.includes('/Title') && head.includes('/Author')),
  )
  const drawn = all.flatMap(({ head }) => (head.includes('/Type3') ? [head] : []))
  return {
    pages,
    text: pages.join('\n'),
    fonts: all.flatMap(({ head }) => {
      const name = /\/Type \/FontDescriptor[\s\S]*?\/FontName \/(\S+)/.exec(head)?.[1]
      if (name === undefined) return []
      const isDrawn = drawn.some((font) => font.includes(name))
      return [{ name, isEmbedded: /\/FontFile[23]? \d+ 0 R/.test(head) || isDrawn }]
    }),
    outline: readOutline(get, reference(catalog, 'Outlines')),
    links: all.flatMap(({ head }) =>
      [...head.matchAll(/\/URI (\((?:[^()\\]|\\.)*\))/g)].map(([, uri]) => readString(uri)),
    ),
    language: /\/Lang \(([^)]*)\)/.exec(catalog)?.[1] ?? null,
    isTagged: catalog.includes('/Marked true'),
    info: { title: findString(info?.head, 'Title'), author: findString(info?.head, 'Author') },
    pictures: all.filter(({ head }) => head.includes('/Subtype /Image') && !/\/ColorSpace \/DeviceGray/.test(head))
      .length,
  }
}

function readObjects(bytes: Buffer): Map<string, PdfObject> {
  const text = bytes.toString('latin1')
  const items = new Map<string, PdfObject>()
  const start = /(?:^|\n)(\d+) 0 obj\r?\n/g
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const from = start.lastIndex
    const end = text.indexOf('endobj', from)
    const inside = text.slice(from, end).indexOf('stream\n')
    const stream = from + inside
    if (inside === -1) {
      items.set(found[1] ?? '', { head: text.slice(from, end), body: null })
      continue
    }
    const head = text.slice(from, stream)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const at = stream + 'stream\n'.length
    const raw = bytes.subarray(at, at + length)
    items.set(found[1] ?? '', { head, body: head.includes('/FlateDecode') ? inflateSync(raw) : raw })
    start.lastIndex = at + length
  }
  return items
}

function readCharacterMap(body: Buffer): Map<number, string> {
  const map = new Map<number, string>()
  for (const [, block] of body.toString('latin1').matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, code, letters] of (block ?? '').matchAll(/<([0-9A-F]+)> <([0-9A-F]+)>/g)) {
      map.set(
        Number.parseInt(code ?? '', 16),
        Buffer.from(letters ?? '', 'hex')
          .swap16()
          .toString('utf16le'),
      )
    }
  }
  return map
}

type Font = { readonly map: ReadonlyMap<number, string>; readonly width: 1 | 2 }

function readText(content: string, fonts: ReadonlyMap<string, Font>): string {
  const lines: string[] = []
  let font: Font | undefined
  let line = ''
  let at = 0
  const token = /\/Lang \([^)]*\)|\/(f\d+) [\d.]+ Tf|(\()|\b(ET)\b/g
  for (let found = token.exec(content); found; found = token.exec(content)) {
    const [, name, opening, end] = found
    if (name !== undefined) font = fonts.get(name)
    else if (opening !== undefined) {
      at = literalEnd(content, found.index)
      if (font !== undefined) line += decode(readBytes(content.slice(found.index, at)), font)
      token.lastIndex = at
    } else if (end !== undefined && line !== '') {
      lines.push(line)
      line = ''
    }
  }
  return lines.join('\n')
}

/** Balanced brackets may appear unescaped in a literal. */
function literalEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '(') depth += 1
    else if (text[at] === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return text.length
}

function decode(codes: Buffer, { map, width }: Font): string {
  let text = ''
  for (let at = 0; at + width <= codes.length; at += width) {
    text += map.get(width === 2 ? codes.readUInt16BE(at) : codes.readUInt8(at)) ?? '\ufffd'
  }
  return text
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 }

function readBytes(literal: string): Buffer {
  const bytes: number[] = []
  for (let at = 1; at < literal.length - 1; at += 1) {
    if (literal[at] !== '\\') {
      bytes.push(literal.charCodeAt(at))
      continue
    }
    const octal = /^[0-7]{1,3}/.exec(literal.slice(at + 1, at + 4))?.[0]
    const letter = literal[at + 1] ?? ''
    bytes.push(octal === undefined ? (escapes[letter] ?? letter.charCodeAt(0)) : Number.parseInt(octal, 8))
    at += octal?.length ?? 1
  }
  return Buffer.from(bytes)
}

function readString(literal: string | undefined): string {
  if (literal === undefined) return ''
  const bytes = literal.startsWith('<') ? Buffer.from(literal.slice(1, -1), 'hex') : readBytes(literal)
  return bytes[0] === 0xfe && bytes[1] === 0xff
    ? Buffer.from(bytes.subarray(2)).swap16().toString('utf16le')
    : bytes.toString('latin1')
}

function findString(head: string | undefined, name: string): string {
  const found = new RegExp(`/${name} (?=[(<])`).exec(head ?? '')
  if (head === undefined || found === null) return ''
  const from = found.index + found[0].length
  return readString(head.slice(from, head[from] === '(' ? literalEnd(head, from) : head.indexOf('>', from) + 1))
}

/** Each title, indented with one dot per level. */
function readOutline(get: (id: string | undefined) => PdfObject, root: string | undefined): string[] {
  const titles: string[] = []
  const visit = (id: string | undefined, depth: number): void => {
    for (let next = id; next !== undefined;) {
      const { head } = get(next)
      titles.push('.'.repeat(depth) + findString(head, 'Title'))
      visit(/\/First (\d+) 0 R/.exec(head)?.[1], depth + 1)
      next = /\/Next (\d+) 0 R/.exec(head)?.[1]
    }
  }
  if (root !== undefined) visit(/\/First (\d+) 0 R/.exec(get(root).head)?.[1], 0)
  return titles
}
