import { describe, expect, test } from 'vitest'
import { buildArchive } from '../../../import-export/archive.fixture.ts'
import { docx, odt, pptx, xlsx } from '../documents.fixture.ts'
import { readFileText } from './read-file-text.ts'

// The process around it, and what needs one, is tested in run-extraction.test.ts.
const read = (content: Buffer | string, extension: string) => readFileText(Buffer.from(content), extension)
const page = (number: number | null, text: string) => ({ page: number, text })

describe('the text of', () => {
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

  test('a long text is read as far as it is searched', async () => {
    const { outcome, pages } = await read('word '.repeat(1_000_000), 'md')
    expect([outcome, pages[0]?.text.length]).toEqual(['read', 2_000_000])
  })
})

describe('a hostile file ends with a reason and without text:', () => {
  test.each<[string, () => Promise<Buffer>, string]>([
    ['an archive that is cut off', async () => (await docx('x'.repeat(500))).subarray(0, 300), 'damaged'],
    ['no document', () => buildArchive({ 'a.txt': 'x' }), 'unsupported'],
  ])('%s', async (_what, build, outcome) => {
    expect(await read(await build(), 'docx')).toEqual({ outcome, pages: [] })
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
})
