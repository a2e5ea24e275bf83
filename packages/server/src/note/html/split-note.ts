/** Splits a note that is longer than the editor allows. */
import { NOTE_CLIENT_LIMIT, noteSize, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'

/** Without the start and end of the document itself. */
const maxBlockSize = NOTE_CLIENT_LIMIT - 2

export function splitNote(note: NoteJson): NoteJson[] {
  if (noteSize(note) <= NOTE_CLIENT_LIMIT) return [note]
  const parts: NoteNode[][] = [[]]
  let size = 0
  for (const block of (note.content ?? []).flatMap(splitBlock)) {
    const own = noteSize(block)
    if (size > 0 && size + own > maxBlockSize) {
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
function splitBlock(block: NoteNode): NoteNode[] {
  if (noteSize(block) <= maxBlockSize) return [block]
  switch (block.type) {
    case 'bulletList':
    case 'taskList':
    case 'orderedList':
    case 'blockquote':
      return groupItems(block, (block.content ?? []).flatMap(itemContent), 2)
    case 'table': {
      const [head, ...rows] = block.content ?? []
      const headRow = head?.content?.every(({ type }) => type === 'tableHeader') ? [head] : []
      const body = headRow.length > 0 ? rows : (block.content ?? [])
      return groupItems(
        block,
        body.filter((row) => noteSize(row) <= maxBlockSize / 2),
        2 + headRow.reduce((sum, row) => sum + noteSize(row), 0),
      ).map((part) => ({ ...part, content: [...headRow, ...(part.content ?? [])] }))
    }
    case 'callout':
      return groupItems(block, (block.content ?? []).flatMap(splitBlock), 2)
    case 'toggle':
      return (block.content ?? []).flatMap(splitBlock)
    case 'columns':
      return (block.content ?? []).flatMap(({ content = [] }) => content.flatMap(splitBlock))
    case 'codeBlock':
    case 'paragraph':
    case 'heading':
      return splitText(block)
    default:
      return [block]
  }
}

/** The content of an item that is too long follows the item. */
const itemContent = (item: NoteNode): NoteNode[] => {
  if (noteSize(item) <= maxBlockSize / 2 || item.type === 'paragraph')
    return item.type === 'paragraph' ? splitBlock(item) : [item]
  return (item.content ?? [])
    .flatMap((child) => splitBlock(child))
    .map((child) => ({ ...item, content: child.type === 'paragraph' ? [child] : [{ type: 'paragraph' }, child] }))
}

function groupItems(list: NoteNode, items: readonly NoteNode[], frame: number): NoteNode[] {
  const groups: NoteNode[][] = []
  let size = maxBlockSize
  for (const item of items) {
    const own = noteSize(item)
    if (size + own > maxBlockSize - frame) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(item)
    size += own
  }
  return groups.map((content) => ({ ...list, content }))
}

function splitText(block: NoteNode): NoteNode[] {
  const pieces: NoteNode[] = (block.content ?? []).flatMap((node) => {
    const text = node.text ?? ''
    if (node.type !== 'text' || text.length <= maxBlockSize / 4) return [node]
    const cuts: NoteNode[] = []
    for (let at = 0; at < text.length;) {
      const end = breakPosition(text, at, at + Math.floor(maxBlockSize / 4))
      cuts.push({ ...node, text: text.slice(at, end) })
      at = end
    }
    return cuts
  })
  return groupItems({ ...block, attrs: { ...block.attrs, key: null } }, pieces, 2)
}

/** At the end of a line or a word, and never inside a character. */
function breakPosition(text: string, from: number, wanted: number): number {
  if (wanted >= text.length) return text.length
  const tail = text.slice(from, wanted)
  const at = Math.max(tail.lastIndexOf('\n'), tail.lastIndexOf(' '))
  if (at > 0) return from + at + 1
  return /[\ud800-\udbff]/.test(text[wanted - 1] ?? '') ? wanted - 1 : wanted
}
