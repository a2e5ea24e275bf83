/** Splits a note that is longer than the editor allows. */
import { NOTE_CLIENT_LIMIT, noteSize, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'

/** Without the start and end of the document itself. */
const room = NOTE_CLIENT_LIMIT - 2

export function splitNote(note: NoteJson): NoteJson[] {
  if (noteSize(note) <= NOTE_CLIENT_LIMIT) return [note]
  const parts: NoteNode[][] = [[]]
  let size = 0
  for (const block of (note.content ?? []).flatMap(smaller)) {
    const own = noteSize(block)
    if (size > 0 && size + own > room) {
      // A heading stays with the content that follows it.
      const last = parts.at(-1) ?? []
      const carried = last.length > 1 && last.at(-1)?.type === 'heading' ? last.splice(-1) : []
      parts.push(carried)
      size = carried.reduce((sum, node) => sum + noteSize(node), 0)
    }
    parts.at(-1)?.push(block)
    size += own
  }
  return parts.map((content) => ({ type: 'doc', content }))
}

/** A block that fits; a larger one is split into blocks of the same kind. */
function smaller(block: NoteNode): NoteNode[] {
  if (noteSize(block) <= room) return [block]
  switch (block.type) {
    case 'bulletList':
    case 'taskList':
    case 'orderedList':
    case 'blockquote':
      return grouped(block, (block.content ?? []).flatMap(inner), 2)
    case 'table': {
      const [head, ...rows] = block.content ?? []
      const headRow = head?.content?.every(({ type }) => type === 'tableHeader') ? [head] : []
      const body = headRow.length > 0 ? rows : (block.content ?? [])
      return grouped(
        block,
        body.filter((row) => noteSize(row) <= room / 2),
        2 + headRow.reduce((sum, row) => sum + noteSize(row), 0),
      ).map((part) => ({ ...part, content: [...headRow, ...(part.content ?? [])] }))
    }
    case 'columns':
      return (block.content ?? []).flatMap(({ content = [] }) => content.flatMap(smaller))
    case 'codeBlock':
    case 'paragraph':
    case 'heading':
      return ofText(block)
    default:
      return [block]
  }
}

/** The content of an item that is too long follows the item. */
const inner = (item: NoteNode): NoteNode[] => {
  if (noteSize(item) <= room / 2 || item.type === 'paragraph') return item.type === 'paragraph' ? smaller(item) : [item]
  return (item.content ?? [])
    .flatMap((child) => smaller(child))
    .map((child) => ({ ...item, content: child.type === 'paragraph' ? [child] : [{ type: 'paragraph' }, child] }))
}

function grouped(list: NoteNode, items: readonly NoteNode[], frame: number): NoteNode[] {
  const groups: NoteNode[][] = []
  let size = room
  for (const item of items) {
    const own = noteSize(item)
    if (size + own > room - frame) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(item)
    size += own
  }
  return groups.map((content) => ({ ...list, content }))
}

function ofText(block: NoteNode): NoteNode[] {
  const pieces: NoteNode[] = (block.content ?? []).flatMap((node) => {
    const text = node.text ?? ''
    if (node.type !== 'text' || text.length <= room / 4) return [node]
    const cuts: NoteNode[] = []
    for (let at = 0; at < text.length;) {
      const end = cutBefore(text, at, at + Math.floor(room / 4))
      cuts.push({ ...node, text: text.slice(at, end) })
      at = end
    }
    return cuts
  })
  return grouped({ ...block, attrs: { ...block.attrs, key: null } }, pieces, 2)
}

/** At the end of a line or a word, and never inside a character. */
function cutBefore(text: string, from: number, wanted: number): number {
  if (wanted >= text.length) return text.length
  const tail = text.slice(from, wanted)
  const at = Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf(' '))
  if (at > 0) return from + at + 1
  return /[\ud800-\udbff]/.test(text[wanted - 1] ?? '') ? wanted - 1 : wanted
}
