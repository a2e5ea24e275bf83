/**
 * The setter puts boxes where no font has a letter and says nothing. It does say so of documents that are to be kept for
 * ever (PDF/A), so the document is written once more as one of these, and what it complains of is read.
 */
import type { NodeCompiler, NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler'

const complaint = /the text `(.{1,60}?)` could not be displayed/gu
const mostTold = 40

export function lettersWithoutFont(compiler: NodeCompiler, document: NodeTypstDocument): string {
  try {
    // An enum of their types that is not there when it runs.
    compiler.pdf(document, { pdfStandard: 'a-2b' as never })
    return ''
  } catch (error) {
    return lettersIn(String(error))
  }
}

export function lettersIn(complaints: string): string {
  const letters = new Set<string>()
  for (const [, words = ''] of complaints.matchAll(complaint)) {
    // Its quotes are none of them.
    for (const letter of unescaped(words)) if (/\p{L}|\p{S}|\p{N}/u.test(letter)) letters.add(letter)
  }
  return [...letters].toSorted().slice(0, mostTold).join('')
}

const unescaped = (words: string): string =>
  words.replaceAll(/\\+u\{([0-9a-f]{1,6})\}/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
