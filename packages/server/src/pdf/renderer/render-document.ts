/** Renders a document: Typst with our fonts, and no access to the machine except them and one folder. */
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PrintedDocument } from '../printed.ts'
import { fontPaths, mayLackGlyphs } from './font-paths.ts'

const template = readFileSync(new URL('note.typ', import.meta.url), 'utf8')

export type Rendered = {
  readonly pdf: Buffer
  readonly pages: number
  /** Each character once. */
  readonly missingLetters: string
  /** For looking at it in tests. */ readonly svg?: string
}

/**
 * Thrown with the first words of the renderer's error; they name positions in our template, and nothing of the note.
 */
export class LayoutError extends Error {
  override name = 'LayoutError'
}

/** `folder` contains the images that the document names. */
export function renderDocument(document: PrintedDocument, folder: string, withSvg = false): Rendered {
  const time = new Date(document.head.time * 1000)
  const head = {
    ...document.head,
    running: truncate(document.head.title, 90),
    workspace: truncate(document.head.workspace, 70),
    day: [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()],
  }
  const data = JSON.stringify({ ...document, head }, toWellFormed)
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
  const missingLetters = mayLackGlyphs(data) ? findMissingCharacters(compiler, set) : ''
  return { pdf, pages: set.numOfPages, missingLetters, ...(withSvg && { svg: compiler.plainSvg(set) }) }
}

/** An unpaired surrogate would fail the parsing of everything. */
const toWellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value

const truncate = (text: string, most: number): string =>
  [...text].length <= most ? text : `${[...text].slice(0, most).join('').trimEnd()}…`

/**
 * The renderer silently draws boxes where no font has a glyph. It does report this for archivable documents (PDF/A), so
 * the document is exported again as PDF/A, and the errors are read.
 */
const missingGlyphPattern = /the text `(.{1,60}?)` could not be displayed/gu
const maxReported = 40

function findMissingCharacters(compiler: NodeCompiler, document: NodeTypstDocument): string {
  try {
    // An enum in their types that does not exist at runtime.
    compiler.pdf(document, { pdfStandard: 'a-2b' as never })
    return ''
  } catch (error) {
    return parseCharacters(String(error))
  }
}

function parseCharacters(complaints: string): string {
  const letters = new Set<string>()
  for (const [, words = ''] of complaints.matchAll(missingGlyphPattern)) {
    // The quotes of the message itself do not count.
    for (const letter of unescape(words)) if (/\p{L}|\p{S}|\p{N}/u.test(letter)) letters.add(letter)
  }
  return [...letters].toSorted().slice(0, maxReported).join('')
}

const unescape = (words: string): string =>
  words.replaceAll(/\\+u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
