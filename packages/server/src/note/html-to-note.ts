// HTML that somebody else made, read through the schema of notes: what the schema does not have does not come in. Parser
// and schema are loaded on first use, so that a server nobody pastes into does not hold them.
import { EMPTY_NOTE, type NoteJson, type NoteNode, withBlockKeys } from '@knowreel/shared/note/note-document.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'

/** Blocks get keys; a key that the HTML carries is kept. Of a tree too deep for the parser only the text is kept. */
export async function htmlToNoteJson(html: string): Promise<NoteJson> {
  const text = html.replaceAll('\u0000', '').toWellFormed()
  if (text.trim() === '') return withBlockKeys(EMPTY_NOTE, newKey)
  return withBlockKeys(await parse(text), newKey)
}

async function parse(html: string): Promise<NoteJson> {
  const [{ parseHTML }, { DOMParser }, { noteSchema }] = await Promise.all([
    import('linkedom'),
    import('@tiptap/pm/model'),
    import('@knowreel/shared/note/note-schema.ts'),
  ])
  try {
    const { document } = parseHTML('<!doctype html><html><body></body></html>')
    const root = document.createElement('div')
    root.innerHTML = html
    return DOMParser.fromSchema(noteSchema).parse(root).toJSON() as NoteJson
  } catch (error) {
    // Both parsers go down the tree by recursion: thousands of nested elements overflow the stack.
    if (!(error instanceof RangeError)) throw error
    return plainNote(html.replace(/<[^<>]*>/g, ' '))
  }
}

function plainNote(text: string): NoteJson {
  const words = text.trim()
  const content: NoteNode[] = words === '' ? [] : [{ type: 'text', text: words }]
  return { type: 'doc', content: [{ type: 'paragraph', content }] }
}
