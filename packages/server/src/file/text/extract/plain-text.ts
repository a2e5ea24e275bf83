/** Files that are text: TXT, MD, CSV and HTML. */
import { Parser } from 'htmlparser2'
import type { TextPage } from '../attachment-text.ts'
import { PageCollector } from './page-collector.ts'

export function readTextFile(bytes: Buffer, extension: string): readonly TextPage[] {
  const text = decodeText(bytes)
  const collector = new PageCollector()
  collector.add(null, extension.startsWith('htm') ? textOfHtml(text) : text)
  return collector.pages
}

/** UTF-16 by its mark, UTF-8 if it is valid, otherwise what Windows writes in western Europe. */
function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const hiddenElements = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math', 'head'])
const inlineElements = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
)

function textOfHtml(html: string): string {
  const pieces: string[] = []
  let hiddenDepth = 0
  const parser = new Parser({
    onopentag(tag) {
      if (hiddenElements.has(tag)) hiddenDepth += 1
      if (!inlineElements.has(tag)) pieces.push('\n')
    },
    ontext(text) {
      if (hiddenDepth === 0) pieces.push(text.replaceAll('\n', ' '))
    },
    onclosetag(tag) {
      if (hiddenElements.has(tag)) hiddenDepth -= 1
      if (!inlineElements.has(tag)) pieces.push('\n')
    },
  })
  parser.end(html)
  return pieces.join('')
}
