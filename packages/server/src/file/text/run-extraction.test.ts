import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildArchive } from '../../import-export/archive.fixture.ts'
import { docx, encryptedPdf, odt, pdf, pptx, xlsx } from './documents.fixture.ts'
import { runExtraction } from './run-extraction.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'knowreel-text-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
async function read(content: Buffer | string, extension: string, timeoutMs?: number) {
  const file = path.join(folder, String((count += 1)))
  await writeFile(file, content)
  return runExtraction(file, { extension, signal: AbortSignal.timeout(60_000), ...(timeoutMs && { timeoutMs }) })
}
const page = (number: number | null, text: string) => ({ page: number, text })

describe('the text of', () => {
  test('a PDF is read page by page, in any script', async () => {
    const pages = ['Replace the seal every 400 hours.', 'Замініть ущільнювач', '', 'قم بتغيير الزيت', 'เปลี่ยนน้ำมัน']
    const { outcome, pages: found } = await read(pdf(...pages), 'pdf')
    expect(outcome).toBe('read')
    expect(found.map((one) => one.page)).toEqual([1, 2, 4, 5])
    expect(found[0]?.text).toContain('Replace the seal')
    expect(found[1]?.text).toContain('Замініть ущільнювач')
    expect(found[2]?.text).toContain('الزيت')
  })

  test('a Word file is joined across its runs, with footnotes', async () => {
    expect(await read(await docx('Loosen the |val|ve & wait.', '漏れを確認する'), 'docx')).toEqual({
      outcome: 'read',
      pages: [page(null, 'Loosen the valve & wait.\n漏れを確認する\nA footnote about torque.')],
    })
  })

  test('a presentation is read slide by slide, in the order in which they are shown', async () => {
    const { pages } = await read(await pptx('First', 'Second: 압력', 'Third'), 'pptx')
    expect(pages).toEqual([page(1, 'First'), page(2, 'Second: 압력'), page(3, 'Third')])
  })

  test('a spreadsheet is read sheet by sheet, with names, texts and numbers', async () => {
    const content = await xlsx({
      'Spare parts': [
        ['Seal', 14.5],
        ['Ölfilter', 7],
      ],
      Suppliers: [['Ruiz & Söhne']],
    })
    const { pages } = await read(content, 'xlsx')
    expect(pages).toEqual([page(1, 'Spare parts\nSeal 14.5\nÖlfilter 7'), page(2, 'Suppliers\nRuiz & Söhne')])
  })

  test('an OpenDocument file is read', async () => {
    expect((await read(await odt('Erste Zeile', 'שורה שנייה'), 'odt')).pages).toEqual([
      page(null, 'Erste Zeile\nשורה שנייה'),
    ])
  })

  test('a page is what it shows', async () => {
    const html =
      '<html><head><title>x</title><style>p{}</style></head><p>Fish &amp; <b>ch</b>ips<script>alert(1)</script><div>second</div>'
    expect((await read(html, 'html')).pages).toEqual([page(null, 'Fish & chips\nsecond')])
  })

  test.each([
    ['UTF-8', Buffer.from('Größe; 12\nпідпис')],
    ['UTF-16 with a mark', Buffer.from('\ufeffGröße; 12\nпідпис', 'utf16le')],
  ])('a table in %s is read', async (_encoding, content) => {
    expect((await read(content, 'csv')).pages).toEqual([page(null, 'Größe; 12\nпідпис')])
  })

  test('an old Windows text is read, and what no letter is left out', async () => {
    expect((await read(Buffer.from('Gr\xf6\xdfe\0\x07 12', 'latin1'), 'txt')).pages).toEqual([page(null, 'Größe 12')])
  })

  test('an empty file is nothing', async () => {
    expect(await read('', 'txt')).toEqual({ outcome: 'read', pages: [] })
  })

  test('a long text is read as far as it is searched', async () => {
    const { outcome, pages } = await read('word '.repeat(1_000_000), 'md')
    expect([outcome, pages[0]?.text.length]).toEqual(['read', 2_000_000])
  })
})

describe('a hostile file ends with a reason and without text:', () => {
  const bomb = '<w:t>'.padEnd(20_000_000, 'a')
  test.each<[string, () => Promise<Buffer | string> | Buffer | string, string, string]>([
    [
      'an archive that unpacks to a thousand times its size',
      () => buildArchive({ 'word/document.xml': bomb }),
      'docx',
      'too_large',
    ],
    ['an archive that unpacks to more than it says', () => lyingArchive(), 'docx', 'damaged'],
    ['an archive that is cut off', async () => (await docx('x'.repeat(500))).subarray(0, 300), 'docx', 'damaged'],
    ['no document', () => buildArchive({ 'a.txt': 'x' }), 'docx', 'unsupported'],
    ['a damaged PDF', () => `%PDF-1.7\n${'1 0 obj << /Type /Pages /Kids [1 0 R] >> '.repeat(50)}`, 'pdf', 'damaged'],
    ['a PDF with a password', () => encryptedPdf(), 'pdf', 'encrypted'],
  ])('%s', async (_what, build, extension, outcome) => {
    expect(await read(await build(), extension)).toEqual({ outcome, pages: [] })
  })

  test('entities are not expanded', async () => {
    const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const xml = `<!DOCTYPE x [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${entities}]><w:document><w:p><w:t>&l9;&f;</w:t></w:p></w:document>`
    const { pages } = await read(await buildArchive({ 'word/document.xml': xml }), 'docx')
    expect(JSON.stringify(pages)).not.toMatch(/haha|root/)
  })

  test('names of entries lead nowhere', async () => {
    const xml = '<workbook><sheets><sheet name="s" r:id="r0"/></sheets></workbook>'
    const rels = '<Relationships><Relationship Id="r0" Target="../../../../etc/passwd"/></Relationships>'
    const { pages } = await read(
      await buildArchive({ 'xl/workbook.xml': xml, 'xl/_rels/workbook.xml.rels': rels }),
      'xlsx',
    )
    expect(pages).toEqual([page(1, 's')])
  })

  test('a reader that takes too long is ended', async () => {
    expect(await read('x', 'txt', 1)).toEqual({ outcome: 'too_slow', pages: [] })
  })
})

/** Its directory says that the part has five bytes. */
function lyingArchive(): Buffer {
  const name = Buffer.from('word/document.xml')
  const data = deflateRawSync(Buffer.alloc(1_000_000, 'a'))
  const header = (signature: number, length: number) => {
    const bytes = Buffer.alloc(length)
    bytes.writeUInt32LE(signature)
    return bytes
  }
  const local = header(0x04034b50, 30)
  const central = header(0x02014b50, 46)
  for (const [bytes, at] of [
    [local, 8],
    [central, 10],
  ] as const) {
    bytes.writeUInt16LE(8, at)
    bytes.writeUInt32LE(data.length, at + 10)
    bytes.writeUInt32LE(5, at + 14)
    bytes.writeUInt16LE(name.length, at + 18)
  }
  const end = header(0x06054b50, 22)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + data.length, 16)
  return Buffer.concat([local, name, data, central, name, end])
}
