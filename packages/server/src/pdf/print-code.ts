import { isLanguageName } from '@knowreel/shared/note/note-html.ts'
import type { CodeToken } from '@knowreel/shared/note/code-tokens.ts'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { BREAK_OPPORTUNITY, withBreaks } from './breakable.ts'
import type { PrintedBlock, PrintedCodePiece } from './printed.ts'

export type ColourCode = (code: string, language: string) => readonly CodeToken[]

/** Characters of code per line of full width. */
const lineLength = 88
const minLineLength = 8

/** `share` of the width of the page. */
export function printCode(node: NoteNode, share: number, colourCode?: ColourCode): PrintedBlock {
  const language = node.attrs?.['language']
  const text = noteJsonToText(node)
    .replaceAll('\t', '    ')
    .replaceAll(BREAK_OPPORTUNITY, '')
    .replaceAll(/\r\n?/g, '\n')
  const tokens = colourCode && isLanguageName(language) ? colourCode(text, language.toLowerCase()) : []
  const max = Math.max(minLineLength, Math.floor(lineLength * Math.min(1, share)))
  return { k: 'code', text, lines: colourLines(withBreaks(text, max), tokens) }
}

/** `text` may contain break opportunities, which the tokens do not count. */
function colourLines(text: string, tokens: readonly CodeToken[]): PrintedCodePiece[][] {
  const lines: PrintedCodePiece[][] = [[]]
  let piece = ''
  let kind: PrintedCodePiece['kind'] = null
  const settle = () => {
    if (piece !== '') lines.at(-1)?.push({ text: piece, kind })
    piece = ''
  }
  let at = 0
  let next = 0
  for (const letter of text) {
    if (letter !== BREAK_OPPORTUNITY) {
      while ((tokens[next]?.to ?? Infinity) <= at) next += 1
      const token = tokens[next]
      const own = token !== undefined && token.from <= at ? token.kind : null
      if (own !== kind) settle()
      kind = own
      at += letter.length
    }
    if (letter === '\n') {
      settle()
      lines.push([])
    } else piece += letter
  }
  settle()
  return lines
}
