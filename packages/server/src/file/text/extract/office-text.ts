/** Texts of Word, Excel, PowerPoint and OpenDocument files. */
import { ReadFault, type TextPage } from '../attachment-text.ts'
import { openOfficeArchive, readRelations, type OfficeArchive } from './office-archive.ts'
import { PageCollector } from './page-collector.ts'

export async function readOfficeFile(bytes: Buffer): Promise<readonly TextPage[]> {
  const archive = await openOfficeArchive(bytes)
  const collector = new PageCollector()
  if (archive.has('word/document.xml')) await readWord(archive, collector)
  else if (archive.has('ppt/presentation.xml')) await readSlides(archive, collector)
  else if (archive.has('xl/workbook.xml')) await readSheets(archive, collector)
  else if (archive.has('content.xml')) collector.add(null, await readParts(archive, ['content.xml'], openDocument))
  else throw new ReadFault('unsupported')
  return collector.pages
}

type Markup = {
  /** Elements that contain text; null: all. */
  readonly texts: ReadonlySet<string> | null
  /** Elements whose content is not shown. */
  readonly hidden: ReadonlySet<string>
  /** The text for an element, added at its end. */
  readonly marks: Readonly<Record<string, string>>
}

const openXml = (prefix: 'w' | 'a'): Markup => ({
  texts: new Set([`${prefix}:t`]),
  hidden: new Set(),
  marks: { [`${prefix}:p`]: '\n', [`${prefix}:br`]: '\n', [`${prefix}:tab`]: '\t', [`${prefix}:tc`]: '\t' },
})
const word = openXml('w')
const drawing = openXml('a')
const openDocument: Markup = {
  texts: null,
  hidden: new Set(['office:automatic-styles', 'office:font-face-decls', 'office:scripts', 'text:tracked-changes']),
  marks: {
    'text:p': '\n',
    'text:h': '\n',
    'text:line-break': '\n',
    'text:tab': '\t',
    'text:s': ' ',
    'table:table-cell': '\t',
    'draw:page': '\n',
  },
}

async function readParts(archive: OfficeArchive, names: readonly string[], markup: Markup): Promise<string> {
  const pieces: string[] = []
  for (const name of names) {
    let isText = markup.texts === null
    let hiddenDepth = 0
    await archive.parse(name, {
      onopentag(tag) {
        if (markup.hidden.has(tag)) hiddenDepth += 1
        if (markup.texts?.has(tag)) isText = true
      },
      ontext(text) {
        if (isText && hiddenDepth === 0) pieces.push(text)
      },
      onclosetag(tag) {
        if (markup.hidden.has(tag)) hiddenDepth -= 1
        if (markup.texts?.has(tag)) isText = false
        const mark = markup.marks[tag]
        if (mark !== undefined && hiddenDepth === 0) pieces.push(mark)
      },
    })
  }
  return pieces.join('')
}

async function readWord(archive: OfficeArchive, collector: PageCollector): Promise<void> {
  const parts = ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml']
  collector.add(null, await readParts(archive, parts, word))
}

/** Slides in the order in which they are shown; their page is their number. */
async function readSlides(archive: OfficeArchive, collector: PageCollector): Promise<void> {
  const targets = await readRelations(archive, 'ppt', 'presentation.xml')
  const slides: string[] = []
  await archive.parse('ppt/presentation.xml', {
    onopentag(tag, attributes) {
      const target = tag === 'p:sldId' ? targets.get(attributes['r:id'] ?? '') : undefined
      if (target !== undefined) slides.push(target)
    },
  })
  for (const [index, slide] of slides.entries()) {
    if (collector.isFull) return
    collector.add(index + 1, await readParts(archive, [slide], drawing))
  }
}

/** Sheets in their order; the name of a sheet is the first line of its text. */
async function readSheets(archive: OfficeArchive, collector: PageCollector): Promise<void> {
  const strings = await readSharedStrings(archive)
  const targets = await readRelations(archive, 'xl', 'workbook.xml')
  const sheets: { name: string; target: string | undefined }[] = []
  await archive.parse('xl/workbook.xml', {
    onopentag(tag, attributes) {
      if (tag === 'sheet')
        sheets.push({ name: attributes['name'] ?? '', target: targets.get(attributes['r:id'] ?? '') })
    },
  })
  for (const [index, { name, target }] of sheets.entries()) {
    if (target === undefined || collector.isFull) continue
    collector.add(index + 1, `${name}\n${await readCells(archive, target, strings)}`)
  }
}

/** Texts that cells refer to by number, without their pronunciation. */
async function readSharedStrings(archive: OfficeArchive): Promise<string[]> {
  const strings: string[] = []
  let current = ''
  let isText = false
  let phoneticDepth = 0
  await archive.parse('xl/sharedStrings.xml', {
    onopentag(tag) {
      if (tag === 'si') current = ''
      else if (tag === 'rPh') phoneticDepth += 1
      else if (tag === 't') isText = phoneticDepth === 0
    },
    ontext(text) {
      if (isText) current += text
    },
    onclosetag(tag) {
      if (tag === 't') isText = false
      else if (tag === 'rPh') phoneticDepth -= 1
      else if (tag === 'si') strings.push(current)
    },
  })
  return strings
}

async function readCells(archive: OfficeArchive, sheet: string, strings: readonly string[]): Promise<string> {
  const pieces: string[] = []
  let type = ''
  let value = ''
  let isValue = false
  await archive.parse(sheet, {
    onopentag(tag, attributes) {
      if (tag === 'c') {
        type = attributes['t'] ?? ''
        value = ''
      } else if (tag === 'v' || tag === 't') isValue = true
    },
    ontext(text) {
      if (isValue) value += text
    },
    onclosetag(tag) {
      if (tag === 'v' || tag === 't') isValue = false
      else if (tag === 'c') pieces.push(type === 's' ? (strings[Number(value)] ?? '') : value, '\t')
      else if (tag === 'row') pieces.push('\n')
    },
  })
  return pieces.join('')
}
