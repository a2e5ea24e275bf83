/** The colours of code: the same grammars as on the screen, loaded when a note has code in a language. */
import { MAX_HIGHLIGHTED_CODE, flattenTokens, type CodeTree } from '@knowreel/shared/note/code-tokens.ts'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import type { ColourCode } from '../print-code.ts'

export const loadGrammars = async () => {
  const { common, createLowlight } = await import('lowlight')
  return createLowlight(common)
}

export async function createColourCode(note: NoteNode): Promise<ColourCode> {
  if (!hasCode(note)) return () => []
  const grammars = await loadGrammars()
  return (code, language) =>
    code.length <= MAX_HIGHLIGHTED_CODE && grammars.registered(language)
      ? flattenTokens(grammars.highlight(language, code) as CodeTree)
      : []
}

function hasCode(note: NoteNode): boolean {
  const open: NoteNode[] = [note]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'codeBlock' && typeof node.attrs?.['language'] === 'string') return true
    open.push(...(node.content ?? []))
  }
  return false
}
