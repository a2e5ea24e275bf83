/** Renders a document: Typst with our fonts, and no access to the machine except them and one folder. */
import { NodeCompiler, type NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'
import { readFileSync, existsSync } from 'node:fs'
import path from 'node:path'
import type { PrintedDocument } from '../printed.ts'
import { createRequire } from 'node:module'

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

const truncate = (text: string, max: number): string =>
  [...text].length <= max ? text : `${[...text].slice(0, max).join('').trimEnd()}…`

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

const require = createRequire(import.meta.url)

/** The files of our fonts. Typst reads only what a document needs, when it needs it. */
const fontPackages: Readonly<Record<string, readonly string[]>> = {
  '@expo-google-fonts/noto-sans': [
    '400Regular',
    '400Regular_Italic',
    '500Medium',
    '600SemiBold',
    '700Bold',
    '700Bold_Italic',
  ],
  '@expo-google-fonts/noto-sans-mono': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-sans-arabic': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/noto-sans-hebrew': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/noto-sans-thai': ['400Regular', '600SemiBold', '700Bold'],
  '@expo-google-fonts/nanum-gothic': ['400Regular', '700Bold'],
  '@expo-google-fonts/noto-color-emoji': ['400Regular'],
}
/** The package exports only its entry; the fonts are in a folder next to it. */
const chineseFontPackage = '@embedpdf/fonts-sc'

/** Characters covered by our fonts. */
const coveredPattern =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]*$/u

const systemFontFolders = ['/usr/share/fonts', '/usr/local/share/fonts']

/** Whether the text may contain characters that no font has. */
const mayLackGlyphs = (text: string): boolean => !coveredPattern.test(text)

/** Other scripts (Georgian, Tamil …) use the fonts of the machine, if it has suitable ones. */
const fontPaths = (text: string): string[] => [
  ...Object.entries(fontPackages).flatMap(([name, parts]) => {
    const root = path.dirname(require.resolve(`${name}/package.json`))
    return parts.map((part) => path.join(root, part))
  }),
  path.join(path.dirname(require.resolve(chineseFontPackage)), '../fonts'),
  ...(mayLackGlyphs(text) ? systemFontFolders.filter((folder) => existsSync(folder)) : []),
]
