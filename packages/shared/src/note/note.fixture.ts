/** Notes for tests: random ones that the schema allows, in canonical form. */
import * as fc from 'fast-check'
import type { NoteJson, NoteMark, NoteNode } from './note-document.ts'
import { imageDisplays } from './note-files.ts'
import { columnLayouts, noteAlignments, noteFonts, noteFontSizes } from './note-formats.ts'
import { calloutKinds } from './callout-kinds.ts'

const key = fc.string({ minLength: 16, maxLength: 16, unit: fc.constantFrom(...'abcXYZ019_-') })
const attributes = (attrs: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== null))

const words = fc.string({
  minLength: 1,
  maxLength: 12,
  unit: fc.oneof(
    fc.constantFrom(' ', '  ', '<', '&', '"', "'", '>', '\u00a0', 'a', 'ї', '漢', '😀', '\t', '&amp;', '</p>'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
})

const link = fc.record({
  href: fc.oneof(
    fc.constantFrom('https://example.com/?a=1&b="2"', 'mailto:a@b.c', '/b/x', '#top', 'tel:+123'),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  ),
  target: fc.constantFrom('_blank', '_self'),
})
const hex = (length: number) =>
  fc.string({ minLength: length, maxLength: length, unit: fc.constantFrom(...'0123456789abcdef') })
const colour = fc.oneof(
  fc.constantFrom('#abc', null),
  fc.oneof(hex(3), hex(6)).map((digits) => `#${digits}`),
)
const textStyle = fc
  .record({
    color: colour,
    fontFamily: fc.constantFrom(...noteFonts, null),
    fontSize: fc.constantFrom(...noteFontSizes, null),
  })
  .filter((attrs) => Object.values(attrs).some((value) => value !== null))
const plainMarks = ['bold', 'italic', 'underline', 'strike'] as const
const marks: fc.Arbitrary<NoteMark[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<NoteMark[]>([]) },
  { weight: 1, arbitrary: fc.constant<NoteMark[]>([{ type: 'code' }]) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.option(link), fc.option(textStyle), fc.subarray([...plainMarks]), fc.option(colour, { nil: undefined }))
      .map(([attrs, style, types, tone]): NoteMark[] => [
        ...(attrs ? [{ type: 'link', attrs }] : []),
        ...(style ? [{ type: 'textStyle', attrs: style }] : []),
        ...types.map((type) => ({ type })),
        ...(tone === undefined ? [] : [{ type: 'highlight', attrs: { color: tone } }]),
      ]),
  },
)

const name = fc.constantFrom('Ann', 'Maria-Luisa Fernández', 'O’Neil <b>', '漢字 😀')
const fileId = fc.uuid({ version: 4 })
const imageWords = fc.constantFrom(null, 'A chart', 'O’Neil "<b>" & 漢字 😀', "it's")
const pixels = fc.oneof(fc.constantFrom(null, 1, 20), fc.integer({ min: 1, max: 10_000 }))
const image = fc
  .record({
    id: fileId,
    ending: fc.constantFrom('jpg', 'png', 'webp', 'gif'),
    alt: imageWords,
    title: imageWords,
    width: pixels,
    height: pixels,
    display: fc.constantFrom(...imageDisplays),
  })
  .map(({ id, ending, ...attrs }) => ({
    type: 'image',
    attrs: attributes({ ...attrs, src: `/files/images/${id.slice(-2)}/${id}.${ending}` }),
  }))

const inlineNode: fc.Arbitrary<NoteNode> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ text: words, marks }).map(textNode) },
  { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
  { weight: 1, arbitrary: fc.record({ id: fc.uuid(), label: name }).map((attrs) => ({ type: 'mention', attrs })) },
  { weight: 1, arbitrary: image },
)

function textNode({ text, marks: given }: { text: string; marks: NoteMark[] }): NoteNode {
  return given.length > 0 ? { type: 'text', marks: given, text } : { type: 'text', text }
}

const sameMarks = (one: NoteNode, other: NoteNode): boolean =>
  JSON.stringify(one.marks ?? []) === JSON.stringify(other.marks ?? [])

function joinText(nodes: readonly NoteNode[]): NoteNode[] {
  const joined: NoteNode[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (last?.type === 'text' && node.type === 'text' && sameMarks(last, node)) {
      joined[joined.length - 1] = { ...last, text: `${last.text}${node.text}` }
    } else joined.push(node)
  }
  return joined
}

const inline = fc.array(inlineNode, { maxLength: 5 }).map(joinText)
const withContent = (node: NoteNode, content: readonly NoteNode[]): NoteNode =>
  content.length > 0 ? { ...node, content } : node

const formats = fc.record({
  textAlign: fc.constantFrom(null, null, ...noteAlignments),
  indent: fc.constantFrom(null, null, null, 30, 60, 90, 120, 150, 180, 210),
})
const paragraph = fc
  .tuple(key, formats, inline)
  .map(([ownKey, format, content]) =>
    withContent(
      { type: 'paragraph', attrs: attributes({ indent: format.indent, key: ownKey, textAlign: format.textAlign }) },
      content,
    ),
  )
const heading = fc
  .tuple(key, formats, fc.integer({ min: 1, max: 5 }), inline)
  .map(([ownKey, { indent, textAlign }, level, content]) =>
    withContent({ type: 'heading', attrs: attributes({ indent, key: ownKey, level, textAlign }) }, content),
  )
const code = fc.string({
  unit: fc.oneof(fc.constantFrom('\n', ' ', '<', '&'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
})
const codeBlock = fc
  .tuple(
    key,
    fc.oneof(
      fc.constantFrom(null, 'js', 'c++', 'objective-c', 'constructor', '__proto__'),
      fc.stringMatching(/^[\w+#.-]{1,40}$/),
    ),
    code,
  )
  .map(([ownKey, language, text]) =>
    withContent(
      { type: 'codeBlock', attrs: attributes({ key: ownKey, language }) },
      text === '' ? [] : [{ type: 'text', text }],
    ),
  )

const attachment = fc
  .record({
    id: fileId,
    name: fc.constantFrom('Plan.pdf', 'a "b" <c> & 漢字 😀.tar.gz', 'README'),
    ext: fc.constantFrom(null, 'pdf', 'gz', 'документ'),
    size: fc.oneof(fc.constantFrom(null, 0, 999), fc.integer({ min: 0, max: 50_000_000 })),
    time: fc.constantFrom(null, '2026-11-21T21:30:00.000Z', '1999-12-31T23:59:59.999Z'),
  })
  .map(({ id, ...attrs }) => ({
    type: 'fileAttachment',
    attrs: attributes({ ...attrs, id, url: `/files/attachments/${id.slice(-2)}/${id}.bin` }),
  }))

const embed = fc
  .record({
    url: fc.constantFrom(
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90',
      'https://vimeo.com/76979871/8272103f6e',
      'https://www.figma.com/design/abcdefghij0123456789AB/Flows-(new)?node-id=1-2&m=%27dev%27',
      'https://docs.google.com/spreadsheets/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/edit#gid=42',
    ),
    title: fc.constantFrom(null, 'Week 3', '[a] *b* "c" <d> & \\ 漢字 😀', 'https://example.com', "it's &amp; `code`"),
  })
  .map((attrs) => ({ type: 'embed', attrs: attributes(attrs) }))

const { block } = fc.letrec<{ block: NoteNode; list: NoteNode; table: NoteNode }>((tie) => {
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 2 })
  const itemContent = fc
    .tuple(paragraph, fc.array(tie('block'), { maxLength: 1 }))
    .map(([first, rest]) => [first, ...rest])
  const items = fc.array(itemContent, { minLength: 1, maxLength: 3 })
  const cell = fc
    .record({
      type: fc.constantFrom('tableCell', 'tableHeader'),
      colspan: fc.integer({ min: 1, max: 3 }),
      rowspan: fc.integer({ min: 1, max: 2 }),
      align: fc.constantFrom(null, 'left', 'center', 'right'),
      width: fc.oneof(fc.constantFrom(null, null, 0, 48), fc.integer({ min: 0, max: 10_000 })),
      content: blocks,
    })
    .map(({ type, content, colspan, rowspan, align, width }) => ({
      type,
      attrs: attributes({ align, colspan, colwidth: width === null ? null : Array(colspan).fill(width), rowspan }),
      content,
    }))
  const row = fc.array(cell, { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'tableRow', content }))
  return {
    block: fc.oneof(
      { depthIdentifier: 'note', maxDepth: 3 },
      { weight: 4, arbitrary: paragraph },
      { weight: 1, arbitrary: heading },
      { weight: 1, arbitrary: codeBlock },
      { weight: 1, arbitrary: fc.constant({ type: 'horizontalRule' }) },
      { weight: 1, arbitrary: attachment },
      { weight: 1, arbitrary: embed },
      { weight: 2, arbitrary: tie('list') },
      { weight: 1, arbitrary: tie('table') },
      { weight: 1, arbitrary: blocks.map((content) => ({ type: 'blockquote', content })) },
      { weight: 1, arbitrary: blocks.map((content) => ({ type: 'toggle', content })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...calloutKinds), blocks)
          .map(([kind, content]) => ({ type: 'callout', attrs: { kind }, content })),
      },
      { weight: 1, arbitrary: fc.constant({ type: 'tableOfContents' }) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...columnLayouts), fc.array(blocks, { minLength: 1, maxLength: 3 }))
          .map(([layout, columns]) => ({
            type: 'columns',
            attrs: { layout },
            content: columns.map((content) => ({ type: 'column', content })),
          })),
      },
    ),
    list: fc.oneof(
      items.map((list) => ({ type: 'bulletList', content: list.map((content) => ({ type: 'listItem', content })) })),
      fc
        .tuple(items, fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom(null, 'a', 'A', 'i', 'I'))
        .map(([list, start, type]) => ({
          type: 'orderedList',
          attrs: attributes({ start, type }),
          content: list.map((content) => ({ type: 'listItem', content })),
        })),
      fc.array(fc.tuple(fc.boolean(), itemContent), { minLength: 1, maxLength: 3 }).map((list) => ({
        type: 'taskList',
        content: list.map(([checked, content]) => ({ type: 'taskItem', attrs: { checked }, content })),
      })),
    ),
    table: fc.array(row, { minLength: 1, maxLength: 3 }).map((content) => ({ type: 'table', content })),
  }
})

/** Keys may repeat; attributes that are null are omitted. */
export const anyNote: fc.Arbitrary<NoteJson> = fc
  .array(block, { minLength: 1, maxLength: 5 })
  .map((content) => ({ type: 'doc', content }))

export const paragraphNote = (...lines: string[]): NoteJson => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) })),
})
