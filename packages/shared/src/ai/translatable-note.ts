/**
 * The texts of a note that a translation replaces, block by block, and the note with the translations. Marks and pictures
 * within a block are numbered in its text (`⟦1⟧words⟦/1⟧`, `⟦2⟧`), so that they follow their words. Code stays. Pure.
 */
import { isInlineNode, type NoteJson, type NoteMark, type NoteNode } from '../note/note-document.ts'

type Part = { readonly marks: readonly NoteMark[] } | { readonly atom: NoteNode }

export type TranslatableBlock = { readonly text: string; readonly parts: readonly Part[] }

const isTextBlock = ({ type, content = [] }: NoteNode): boolean =>
  type !== 'codeBlock' && content.some((child) => isInlineNode(child.type))

const brackets = /[⟦⟧]/gu
const tag = /⟦(?<end>\/?)(?<number>\d{1,4})⟧/gu

/** In the order of the note; blocks without words are left out. */
export function translatableBlocks(note: NoteJson): TranslatableBlock[] {
  const blocks: TranslatableBlock[] = []
  visitTextBlocks(note, (block) => {
    blocks.push(block)
    return null
  })
  return blocks
}

/** `translations` belong to `translatableBlocks` of the same note. Blocks lose their keys, since they are new ones. */
export function withTranslations(note: NoteJson, translations: readonly string[]): NoteJson {
  let at = 0
  return visitTextBlocks(note, ({ parts }) => decode(translations[at++] ?? '', parts)) as NoteJson
}

function visitTextBlocks(node: NoteNode, replace: (block: TranslatableBlock) => readonly NoteNode[] | null): NoteNode {
  const { key: _key, ...attrs } = node.attrs ?? {}
  const base = node.attrs === undefined ? node : { ...node, attrs }
  if (isTextBlock(node)) {
    const block = encode(node.content ?? [])
    const content = hasWords(block.text) ? replace(block) : null
    return content === null ? base : { ...base, content }
  }
  if (node.content === undefined) return base
  return { ...base, content: node.content.map((child) => visitTextBlocks(child, replace)) }
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(tag, ''))

function encode(content: readonly NoteNode[]): TranslatableBlock {
  const parts: Part[] = []
  let text = ''
  for (const node of content) {
    if (node.type !== 'text') {
      parts.push({ atom: node })
      text += `⟦${parts.length}⟧`
      continue
    }
    const words = (node.text ?? '').replaceAll(brackets, ' ')
    if (node.marks === undefined || node.marks.length === 0) {
      text += words
      continue
    }
    parts.push({ marks: node.marks })
    text += `⟦${parts.length}⟧${words}⟦/${parts.length}⟧`
  }
  return { text, parts }
}

/** A translation that lost a mark is plain there; pictures, mentions and line breaks that it lost are at its end. */
function decode(text: string, parts: readonly Part[]): NoteNode[] {
  const nodes: NoteNode[] = []
  const placed = new Set<number>()
  let open: readonly NoteMark[] = []
  let end = 0
  const add = (piece: string) => {
    const words = piece.replaceAll(brackets, '')
    if (words !== '') nodes.push({ type: 'text', text: words, ...(open.length > 0 && { marks: open }) })
  }
  for (const match of text.matchAll(tag)) {
    add(text.slice(end, match.index))
    end = match.index + match[0].length
    const number = Number(match.groups?.['number'])
    const part = parts[number - 1]
    if (part === undefined) continue
    if ('marks' in part) open = match.groups?.['end'] === '/' ? [] : part.marks
    else if (!placed.has(number)) {
      placed.add(number)
      nodes.push(part.atom)
    }
  }
  open = []
  add(text.slice(end))
  parts.forEach((part, at) => {
    if ('atom' in part && !placed.has(at + 1) && part.atom.type !== 'hardBreak') nodes.push(part.atom)
  })
  return nodes
}
