/**
 * The content of the pages, read back from the bytes. Their appearance was checked by eye; every-node.fixture.ts
 * defines what they contain.
 */
import type { NoteJson, NoteNode } from '@knowreel/shared/note/note-document.ts'
import { anyNote } from '@knowreel/shared/note/note.fixture.ts'
import fc from 'fast-check'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { isSoak } from '../../../test/soak.ts'
import { code, everyNode, note, paragraph, pictureKeys, row, text } from '../every-node.fixture.ts'
import { readPdf } from '../pdf-reader.fixture.ts'
import { printNote } from '../print-note.ts'
import type { PrintedHead } from '../printed.ts'
import { preparePictures } from './prepare-pictures.ts'
import { renderDocument } from './render-document.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-pdf-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
for (const at of [0, 1, 2, 3]) {
  const picture = sharp({ create: { width: 80 + at, height: 60, channels: 3, background: '#5150d6' } })
  await writeFile(path.join(folder, `picture-${at}`), await picture.png().toBuffer())
}
const pictures = new Map(pictureKeys.map((key, at) => [key, `picture-${at}`]))

const usualHead: PrintedHead = {
  title: 'Restart a gateway',
  icon: '',
  workspace: 'Field handbook',
  author: 'Inés Okafor',
  date: '21 November 2026',
  tab: '',
  language: 'en',
  dir: 'ltr',
  time: Date.UTC(2026, 10, 21) / 1000,
}

async function render(content: NoteJson, head: Partial<PrintedHead> = {}) {
  const printed = printNote(content, { publicAddress: 'https://wiki.example', pictures })
  const blocks = await preparePictures(printed, folder, () => {})
  return renderDocument({ head: { ...usualHead, ...head }, blocks }, folder).pdf
}
const read = async (content: NoteJson, head: Partial<PrintedHead> = {}) => readPdf(await render(content, head))
/** The renderer decides where lines and runs end. */
const letters = (value: string): string => value.replaceAll(/\s+/g, '')

describe('a document with everything a note may contain', async () => {
  const pdf = await read(everyNode, { tab: 'Steps' })

  test('reads in the order of the note', () => {
    const inOrder = [
      'Field handbook',
      'Restart a gateway',
      'Inés Okafor',
      '21 November 2026',
      'Steps',
      'Marks:',
      'flush()',
      '@Tomasz Wójcik',
      '👨‍👩‍👧',
      'Before you begin',
      'not of metal',
      '3. Third step',
      'a. letter a',
      'Open the cabinet',
      'In the middle',
      'Two steps in.',
      'If in doubt',
      'Promise',
      'Model Buffer Restart',
      '6 h 2 min',
      'All others: see the list of the maker unknown',
      'After',
      'In short',
      'stands in the line',
      'Front of the gateway',
      'Wiring diagram.pdf',
      'PDF · 1.8 MB',
      '网关在重启之前会把缓冲区写入闪存。日本語',
      'їжак',
      'καλημέρα',
      'Text of a node that nobody knows',
    ]
    let from = 0
    const all = letters(pdf.text)
    for (const words of inOrder) {
      const at = all.indexOf(letters(words), from)
      expect(at, words).toBeGreaterThanOrEqual(0)
      from = at
    }
  })

  test('embeds every font, and has an outline of its headings, its links, and page numbers', () => {
    expect(pdf.fonts.length).toBeGreaterThan(8)
    expect(pdf.fonts.filter(({ isEmbedded }) => !isEmbedded)).toEqual([])
    expect(pdf.outline.slice(0, 5)).toEqual([
      'Before you begin',
      '.What you need',
      '..In this order',
      '...To tick off',
      '....Places on the line',
    ])
    expect(pdf.outline).toContain('.اللغة العربية')
    expect([...new Set(pdf.links)]).toEqual([
      'https://example.com/a?b=1',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      `https://vimeo.com/76979871?share=${'a'.repeat(200)}`,
    ])
    expect(pdf.pages.length).toBeGreaterThan(2)
    for (const [at, page] of pdf.pages.entries()) expect(page).toContain(`${at + 1} / ${pdf.pages.length}`)
    for (const page of pdf.pages.slice(1)) expect(page.startsWith('Restart a gateway')).toBe(true)
  })

  test('has metadata for programs and screen readers: title, author, language, tagged structure', () => {
    expect(pdf.info).toEqual({ title: 'Restart a gateway', author: 'Inés Okafor' })
    expect([pdf.language, pdf.isTagged]).toEqual(['en', true])
  })

  test('has its icon above the title, and nothing without one', async () => {
    const withIcon = await render(everyNode, { icon: '🚒' })
    expect(withIcon.equals(await render(everyNode))).toBe(false)
    expect(readPdf(withIcon).info.title).toBe('Restart a gateway')
  })

  test('contains its images, and the alternative text of a missing one', () => {
    expect(pdf.pictures).toBe(4)
    expect(pdf.text).not.toContain('The roof from the south')
  })

  test('is byte-identical when it is made again', async () => {
    expect((await render(everyNode)).equals(await render(everyNode))).toBe(true)
  })
})

test('a long table repeats its header on every page, and long code continues across pages', async () => {
  const head = {
    type: 'tableRow',
    content: ['Meter', 'Reading'].map((one) => ({ type: 'tableHeader', content: [paragraph(one)] })),
  }
  const rows = Array.from({ length: 150 }, (_, at) =>
    row(...[`m-${at}`, String(at)].map((one) => ({ type: 'tableCell', content: [paragraph(one)] }))),
  )
  const table = await read(note({ type: 'table', content: [head, ...rows] }))
  expect(table.pages.length).toBeGreaterThan(2)
  for (const page of table.pages) expect(page).toContain('Meter')
  expect(table.text).toContain('m-149')
  const lines = Array.from({ length: 200 }, (_, at) => `step ${at}`)
  const listing = await read(note(code(null, lines.join('\n'))))
  expect(listing.pages.length).toBeGreaterThan(2)
  for (const line of lines) expect(listing.text).toContain(line)
})

test('what looks like markup or renderer code appears as it was written', async () => {
  const lines = [
    '#import "@preview/x:1.0.0": *',
    '#read("/etc/passwd") #sys.inputs #panic("x")',
    '*not bold* _nor italic_ `nor code` $x^2$ <label> @ref = head',
    '\\#escape \\u{41} // comment /* c */ -- --- ... ~ [x](y)',
    '"quotes" \'too\' #(1 + 1) #{ let x = 1 }',
  ]
  const all = [...lines, 'a\u0007b\u001b[31m', '\ud83d']
  const content = note(...all.map((one) => paragraph(one)), ...all.map((one) => code('typ', one)))
  const pdf = await read(content, { title: lines[1] ?? '', author: lines[0] ?? '', workspace: lines[4] ?? '' })
  const unbroken = letters(pdf.text)
  for (const line of lines) expect(unbroken.split(letters(line)).length, line).toBeGreaterThan(2)
  expect(pdf.text).not.toContain('root:')
  expect(pdf.info).toEqual({ title: lines[1], author: lines[0] })
})

test('Korean and Thai have their own glyphs; characters without a glyph are reported', async () => {
  const set = async (words: string) => {
    const printed = printNote(note(paragraph(words)), { publicAddress: 'https://wiki.example', pictures })
    return renderDocument({ head: usualHead, blocks: printed }, folder)
  }
  const known = await set('게이트웨이를 다시 시작하기 เกตเวย์จะเขียนบัฟเฟอร์')
  const fonts = readPdf(known.pdf).fonts.map(({ name }) => name)
  expect(fonts.some((name) => name.includes('NanumGothic'))).toBe(true)
  expect(fonts.some((name) => name.includes('NotoSansThai'))).toBe(true)
  expect(known.missingLetters).toBe('')
  // Kharoshthi, last written in the third century.
  expect((await set('What 𐨀𐨐𐨐 means')).missingLetters).toBe('𐨀𐨐')
})

test('a long word breaks at the end of the line, and is copied without extra characters', async () => {
  const word = `https://example.com/${'a'.repeat(200)}`
  const bytes = await render(note(paragraph(word), code(null, word)))
  const pdf = readPdf(bytes)
  expect(pdf.text.replaceAll('\n', '').split(word)).toHaveLength(3)
  expect(pdf.text).not.toMatch(/[\u200b\ufffd]/)
})

test('text whose first letter is right-to-left has that direction, whatever else it contains', () => {
  const [arabic, hebrew, english, number] = ['«مرحبا» world', '(שלום) 12', '12 مرحبا hello', '12'].map((one) => {
    const [block] = printNote(note(paragraph(one)), { publicAddress: '', pictures: new Map() })
    return block?.k === 'paragraph' ? block.dir : null
  })
  expect([arabic, hebrew, english, number]).toEqual(['rtl', 'rtl', 'rtl', 'ltr'])
})

test.each([
  ['/b/x', 'https://wiki.example/b/x'],
  ['mailto:a@b.c', 'mailto:a@b.c'],
  ['#top', undefined],
  ['javascript:alert(1)', undefined],
  ['file:///etc/passwd', undefined],
])('a link to %s leads to %s', async (href, wanted) => {
  const pdf = await read(note(paragraph(text('here', { type: 'link', attrs: { href } }))))
  expect(pdf.links).toEqual(wanted === undefined ? [] : [wanted])
  expect(pdf.text).toContain('here')
})

describe('a note that nobody would write', () => {
  const deep = (depth: number, wrap: (inner: NoteNode) => NoteNode): NoteJson => {
    let inner: NoteNode = paragraph('the deepest')
    for (let at = 0; at < depth; at += 1) inner = wrap(inner)
    return note(inner)
  }
  const many = (count: number, of: (at: number) => NoteNode) => Array.from({ length: count }, (_, at) => of(at))
  const wide = (rows: number, cells: number): NoteJson =>
    note({
      type: 'table',
      content: many(rows, (y) =>
        row(...many(cells, (x) => ({ type: 'tableCell', content: [paragraph(`c${y}x${x}`)] }))),
      ),
    })

  test.each<[string, () => NoteJson, string]>([
    ['a table of many cells', () => wide(isSoak ? 1000 : 200, 10), isSoak ? 'c999x9' : 'c199x9'],
    ['a table a hundred cells wide', () => wide(20, 100), 'c19x'],
    [
      'thirty thousand marks on one letter',
      () =>
        note({ type: 'paragraph', content: [text('x', ...many(30_000, () => ({ type: 'bold' })).map(() => 'bold'))] }),
      'x',
    ],
    ['quotes a hundred deep', () => deep(100, (inner) => ({ type: 'blockquote', content: [inner] })), 'the deepest'],
    [
      'lists forty deep',
      () =>
        deep(40, (inner) => ({
          type: 'bulletList',
          content: [{ type: 'listItem', content: [paragraph('on the way'), inner] }],
        })),
      'the deepest',
    ],
    [
      'columns in columns',
      () =>
        deep(30, (inner) => ({
          type: 'columns',
          content: [inner, paragraph('beside')].map((one) => ({ type: 'column', content: [one] })),
        })),
      'deepest',
    ],
    [
      'tables in tables',
      () =>
        deep(20, (inner) => ({
          type: 'table',
          content: [
            row({ type: 'tableCell', content: [inner] }, { type: 'tableCell', content: [paragraph('beside')] }),
          ],
        })),
      'deepest',
    ],
    [
      'cells that would lie on each other',
      () =>
        note({
          type: 'table',
          content: many(30, (y) =>
            row(
              ...many(30, (x) => ({
                type: 'tableCell',
                attrs: { rowspan: ((x * 7 + y) % 5) + 1, colspan: ((x + y * 3) % 4) + 1 },
                content: [paragraph(`c${y}x${x}`)],
              })),
            ),
          ),
        }),
      'c0x0',
    ],
    [
      'a cell larger than its table',
      () =>
        note({
          type: 'table',
          content: [row({ type: 'tableCell', attrs: { rowspan: 1000, colspan: 1000 }, content: [paragraph('huge')] })],
        }),
      'huge',
    ],
    ['one word of sixty thousand letters', () => note(paragraph('w'.repeat(60_000))), 'www'],
    ['a mountain of marks over letters', () => note(paragraph(`${'Z̷̡̛̲͎̼̰͚'.repeat(500)} end`)), 'end'],
    [
      'turned directions',
      () => note(paragraph(`${'\u202e\u2066\u2067'.repeat(2000)}`), paragraph('the end')),
      'the end',
    ],
    [
      'attributes of any kind',
      () =>
        note(
          { type: 'heading', attrs: { level: 1e9, textAlign: {}, indent: -5 }, content: [text('still here')] },
          {
            type: 'orderedList',
            attrs: { start: 1e300, type: [] },
            content: [{ type: 'listItem', content: [paragraph('x')] }],
          },
          {
            type: 'paragraph',
            content: [{ type: 'image', attrs: { src: 7, width: -1, display: 9 } }, { type: 'mention' }],
          },
          { type: 'fileAttachment', attrs: { size: 'x', name: 5 } },
          { type: 'codeBlock', attrs: { language: '"); #panic' }, content: [text('y')] },
          { type: 'table', content: [] },
          { type: 'columns', content: [] },
          { type: 'bulletList', content: [] },
          text('loose') as NoteNode,
        ),
      'still here',
    ],
  ])(
    'comes out with %s',
    async (_, make, wanted) => {
      const pdf = await read(make())
      expect(pdf.pages.length).toBeGreaterThan(0)
      expect(letters(pdf.text)).toContain(letters(wanted))
    },
    60_000,
  )

  test('is never refused, whatever the schema allows', async () => {
    await fc.assert(
      fc.asyncProperty(anyNote, async (content) => {
        expect((await render(content)).length).toBeGreaterThan(1000)
      }),
      { numRuns: isSoak ? 15 : 4 },
    )
  }, 60_000)

  test('with data that only claims to be an image shows its alternative text', async () => {
    await writeFile(path.join(folder, 'broken'), 'no picture')
    const [key = ''] = pictureKeys
    const printed = printNote(note(paragraph({ type: 'image', attrs: { src: `/files/${key}`, alt: 'the words' } })), {
      publicAddress: '',
      pictures: new Map([[key, 'broken']]),
    })
    const blocks = await preparePictures(printed, folder, () => {})
    const pdf = readPdf(renderDocument({ head: usualHead, blocks }, folder).pdf)
    expect([pdf.pictures, pdf.text.includes('the words')]).toEqual([0, true])
  })
})
