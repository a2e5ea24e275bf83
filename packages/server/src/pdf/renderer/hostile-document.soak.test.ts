/** Renders every payload: the result is text, and links allowed in notes. No file, no action, no script. */
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hostileNote } from '../../../test/xss/hostile-note.ts'
import { xssPayloads } from '../../../test/xss/xss-payloads.ts'
import { readPdf } from '../pdf-reader.fixture.ts'
import { printNote } from '../print-note.ts'
import { preparePictures } from './prepare-pictures.ts'
import { renderDocument } from './render-document.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-hostile-pdf-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const files = ['#read("/etc/passwd")', '#image("/etc/passwd")', '#import "@preview/x:1.0.0"', '#plugin("/x.wasm")']
const pieces = Array.from({ length: 8 }, (_, at) => [
  ...files,
  ...xssPayloads.filter((_payload, index) => index % 8 === at),
])

/** Features of PDF that do more than display content. */
const actions =
  /\/(?:JavaScript|JS|Launch|OpenAction|AA|SubmitForm|ImportData|GoToR|GoToE|EmbeddedFiles?|Filespec|RichMedia|XFA|AcroForm|Movie|Sound|Rendition)\b/

test.each(pieces.map((payloads, at) => ({ at, payloads })))(
  'payloads of part $at are words of the document',
  async ({ payloads }) => {
    const note = hostileNote(payloads)
    const [title = '', author = '', workspace = '', tab = ''] = payloads.slice(4)
    const printed = printNote(note, { publicAddress: 'https://wiki.example', pictures: new Map() })
    const blocks = await preparePictures(printed, folder, () => {})
    const head = {
      title,
      icon: title,
      author,
      workspace,
      tab,
      date: 'today',
      language: 'en',
      dir: 'ltr',
      time: 1_795_000_000,
    }
    const { pdf } = renderDocument({ head: { ...head, dir: 'ltr' as const }, blocks }, folder)
    const read = readPdf(pdf)
    for (const link of read.links) expect(link).toMatch(/^(?:https?|mailto|tel):/i)
    const structure = pdf.toString('latin1').replaceAll(/stream\n[^]*?\nendstream/g, '')
    // Text in brackets is content: titles in the outline and URLs.
    expect(structure.replaceAll(/\((?:[^()\\]|\\.|\([^()]*\))*\)/g, '')).not.toMatch(actions)
    const letters = (text: string) => text.replaceAll(/[^\x21-\x7e]+/g, '')
    for (const file of files) expect(letters(read.text)).toContain(letters(file))
    expect(read.text).not.toContain('root:')
    expect(letters(noteJsonToText(note))).toContain('window.__pwned')
    expect(letters(read.text)).toContain('window.__pwned')
  },
  120_000,
)
