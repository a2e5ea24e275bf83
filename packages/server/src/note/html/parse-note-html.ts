// Parses external HTML through the note schema; whatever the schema lacks is dropped. Parser and schema are loaded on
// first use, so a server that never parses HTML does not keep them in memory.
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { EMPTY_NOTE, NOTE_MAX_DEPTH, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import type { Schema } from '@tiptap/pm/model'
import { toStorableText } from '../../platform/database/storable-text.ts'
import { isHtmlWithinLimits, type HtmlLimits } from '../../platform/html/html-limits.ts'

/** Parsing takes about 30 µs per tag, and what is stored beside the note as long again: half a second for the worst note. */
export const noteHtmlLimits = { characters: 400_000, tags: 8000, depth: NOTE_MAX_DEPTH } as const

export function requireHtmlWithinLimits(html: string, limits: HtmlLimits = noteHtmlLimits): void {
  if (!isHtmlWithinLimits(html, limits)) throw new AppError('note_too_large')
}

/** For HTML that was already measured: parsing takes up to a second. */
export async function parseNoteHtml(html: string, loadSchema: () => Promise<Schema>): Promise<NoteJson> {
  const text = toStorableText(html).replaceAll(declarationPattern, '')
  if (text.trim() === '') return EMPTY_NOTE
  const note = await parseWithSchema(text, loadSchema)
  requireStorableDepth(note)
  return note
}

/** Browsers ignore it, but the parser treats it as an element without any properties. */
const declarationPattern = /<!(?!--)[^>]*>?/g

async function parseWithSchema(html: string, loadSchema: () => Promise<Schema>): Promise<NoteJson> {
  const [{ parseHTML }, { DOMParser }, schema] = await Promise.all([
    import('linkedom'),
    import('@tiptap/pm/model'),
    loadSchema(),
  ])
  try {
    const { document } = parseHTML('<!doctype html><html><body></body></html>')
    const root = document.createElement('div')
    root.innerHTML = html
    for (const element of root.querySelectorAll('*')) collapseStyleWhitespace(element)
    return DOMParser.fromSchema(schema).parse(root).toJSON() as NoteJson
  } catch (error) {
    // Both parsers recurse. HTML within the limits should not overflow the stack.
    if (error instanceof RangeError) throw new AppError('note_too_large', { cause: error })
    throw error
  }
}

/** The DOM searches for the end of each rule again from every space. */
function collapseStyleWhitespace(element: Element): void {
  const style = element.getAttribute('style')
  if (style === null || !/\s{2}/.test(style)) return
  // A style that is changed in place would be parsed again at every access.
  element.removeAttribute('style')
  element.setAttribute('style', style.replaceAll(/\s+/g, ' '))
}

/** The shared document keeps nodes down to a maximum depth; deeper ones would be lost silently. */
function requireStorableDepth(note: NoteJson): void {
  let level: readonly NoteNode[] = note.content ?? []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > NOTE_MAX_DEPTH) throw new AppError('note_too_large')
    level = level.flatMap((node) => node.content ?? [])
  }
}
