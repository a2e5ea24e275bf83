/** Documents of the formats that are searched, made in tests. */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { createRequire } from 'node:module'
import path from 'node:path'
import { buildArchive } from '../../import-export/archive.fixture.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const relations = (targets: readonly string[]): string =>
  `<Relationships>${targets.map((target, index) => `<Relationship Id="r${index}" Target="${target}"/>`).join('')}</Relationships>`

/** Paragraphs; a word inside `|` is a run of its own, as spelling checkers leave it. */
export const docx = (...paragraphs: string[]): Promise<Buffer> =>
  buildArchive({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="w"><w:body>${paragraphs
      .map(
        (text) =>
          `<w:p><w:pPr><w:pStyle w:val="Normal"/></w:pPr>${text
            .split('|')
            .map((run) => `<w:r><w:t xml:space="preserve">${escape(run)}</w:t></w:r>`)
            .join('')}</w:p>`,
      )
      .join('')}</w:body></w:document>`,
    'word/footnotes.xml': '<w:footnotes><w:p><w:r><w:t>A footnote about torque.</w:t></w:r></w:p></w:footnotes>',
  })

/** Slides in the order in which they are shown, stored in reverse. */
export const pptx = (...slides: string[]): Promise<Buffer> =>
  buildArchive({
    'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(slides.map((_, index) => `slides/slide${slides.length - index}.xml`)),
    ...Object.fromEntries(
      slides.map((text, index) => [
        `ppt/slides/slide${slides.length - index}.xml`,
        `<p:sld><a:p><a:r><a:t>${escape(text)}</a:t></a:r></a:p></p:sld>`,
      ]),
    ),
  })

/** Sheets by name with rows of cells; texts are shared, numbers are not. */
export function xlsx(sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>): Promise<Buffer> {
  const strings: string[] = []
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="s"><v>${strings.push(value) - 1}</v></c>`
  const names = Object.keys(sheets)
  const contents = Object.values(sheets).map(
    (rows) =>
      `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
  )
  return buildArchive({
    'xl/workbook.xml': `<workbook><sheets>${names.map((name, index) => `<sheet name="${escape(name)}" r:id="r${index}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(names.map((_, index) => `worksheets/sheet${index + 1}.xml`)),
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escape(text)}</t><rPh><t>pronounced</t></rPh></si>`).join('')}</sst>`,
    ...Object.fromEntries(contents.map((content, index) => [`xl/worksheets/sheet${index + 1}.xml`, content])),
  })
}

export const odt = (...paragraphs: string[]): Promise<Buffer> =>
  buildArchive({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles>style</office:automatic-styles><office:body>${paragraphs.map((text) => `<text:p>${escape(text)}</text:p>`).join('')}</office:body></office:document-content>`,
  })

/** One page for each text. */
export function pdf(...pages: string[]): Buffer {
  const require = createRequire(import.meta.url)
  const fontPaths = ['noto-sans', 'noto-sans-arabic', 'noto-sans-thai'].map((name) =>
    path.dirname(require.resolve(`@expo-google-fonts/${name}/package.json`)),
  )
  const compiler = NodeCompiler.create({ fontArgs: [{ fontPaths }] })
  const mainFileContent = pages.map((text) => `#text(${JSON.stringify(text)})`).join('\n#pagebreak()\n')
  return compiler.pdf({ mainFileContent })
}

/** A PDF that asks for a password. */
export const encryptedPdf = (): Buffer => {
  const [owner, user] = ['41'.repeat(32), '42'.repeat(32)]
  return Buffer.from(
    `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>> endobj
4 0 obj <</Filter /Standard /V 1 /R 2 /O <${owner}> /U <${user}> /P -4>> endobj
trailer <</Root 1 0 R /Encrypt 4 0 R /ID [<${'43'.repeat(16)}> <${'43'.repeat(16)}>] /Size 5>>
%%EOF`,
  )
}
