/** Sets a document: Typst with our fonts, and nothing of the machine but them and one folder. */
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PrintedDocument } from '../printed.ts'
import { fontPaths, mayLackLetters } from './font-paths.ts'
import { lettersWithoutFont } from './letters-without-font.ts'

const template = readFileSync(new URL('note.typ', import.meta.url), 'utf8')

export type Rendered = {
  readonly pdf: Buffer
  readonly pages: number
  /** Each once. */
  readonly missingLetters: string
  /** For looking at it in tests. */ readonly svg?: string
}

/** Thrown with the first words of the setter; they name places in our template, nothing of the note. */
export class LayoutError extends Error {
  override name = 'LayoutError'
}

/** `folder` holds the pictures that the document names. */
export function renderDocument(document: PrintedDocument, folder: string, withSvg = false): Rendered {
  const time = new Date(document.head.time * 1000)
  const head = {
    ...document.head,
    running: shortened(document.head.title, 90),
    workspace: shortened(document.head.workspace, 70),
    day: [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()],
  }
  const data = JSON.stringify({ ...document, head }, wellFormed)
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontPaths: fontPaths(data) }] })
  compiler.mapShadow(path.join(folder, 'document.json'), Buffer.from(data))
  compiler.addSource(path.join(folder, 'note.typ'), template)
  const result = compiler.compile({ mainFilePath: path.join(folder, 'note.typ') })
  const set = result.result
  if (set === null || result.hasError()) {
    const error = result.takeError()
    throw new LayoutError(error === null ? 'no result' : JSON.stringify(compiler.fetchDiagnostics(error)).slice(0, 500))
  }
  const pdf = compiler.pdf(set, { creationTimestamp: document.head.time })
  const missingLetters = mayLackLetters(data) ? lettersWithoutFont(compiler, set) : ''
  return { pdf, pages: set.numOfPages, missingLetters, ...(withSvg && { svg: compiler.plainSvg(set) }) }
}

/** Half of a pair would end the reading of all. */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value

const shortened = (text: string, most: number): string =>
  [...text].length <= most ? text : `${[...text].slice(0, most).join('').trimEnd()}…`
