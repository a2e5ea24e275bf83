/**
 * The text of a model as a note: times such as `[1:05]` become links into the recording, `[picture 1:05]` becomes a slot
 * for a picture. Times that the recording does not have stay text. Pure.
 */
import { toClock } from '@knowreel/shared/video/clock.ts'
import { parseModelText, toNoteNodes } from '@knowreel/shared/ai/model-text.ts'
import type { NoteJson, NoteMark, NoteNode } from '@knowreel/shared/note/note-document.ts'
import { momentAt, momentHref } from '@knowreel/shared/note/note-moment.ts'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { fromClock } from '../recording/clock.ts'

/** A block of the note, or a slot for a picture. */
export type NotesPart =
  | { readonly kind: 'block'; readonly node: NoteNode }
  | { readonly kind: 'picture'; readonly time: Ms; readonly about: string }

export const maxPictures = 12

const bracketed = /\[\s*(?<picture>picture\s+)?(?<times>[\d:]+(?:\s*[,–-]\s*[\d:]+)*)\s*\]/giu

export function readNotes(text: string, tree: ParagraphTree): NotesPart[] {
  const duration = articleDuration(tree)
  const parts: NotesPart[] = []
  let pictures = 0
  for (const node of toNoteNodes(parseModelText(text))) {
    const wanted: Ms[] = []
    const block = withMoments(node, tree, duration, wanted)
    if (!isBlank(block)) parts.push({ kind: 'block', node: block })
    const about = plainText(block) || lastText(parts)
    for (const time of wanted) if (pictures++ < maxPictures) parts.push({ kind: 'picture', time, about })
  }
  return parts
}

function withMoments(node: NoteNode, tree: ParagraphTree, duration: Ms, wanted: Ms[]): NoteNode {
  if (node.type === 'codeBlock' || node.content === undefined) return node
  const content = node.content.flatMap((child) =>
    child.type === 'text' ? linkTimes(child, tree, duration, wanted) : [withMoments(child, tree, duration, wanted)],
  )
  return { ...node, content }
}

function linkTimes(node: NoteNode, tree: ParagraphTree, duration: Ms, wanted: Ms[]): NoteNode[] {
  const { text = '', marks = [] } = node
  if (marks.some(({ type }) => type === 'code')) return [node]
  const nodes: NoteNode[] = []
  let end = 0
  const add = (piece: string, added: readonly NoteMark[] = []) => {
    const all = [...added, ...marks]
    if (piece !== '') nodes.push({ type: 'text', text: piece, ...(all.length > 0 && { marks: all }) })
  }
  for (const match of text.matchAll(bracketed)) {
    const times = (match.groups?.['times'] ?? '').split(/\s*[,–-]\s*/u).map(fromClock)
    const known = times.flatMap((time) => (time !== null && time < duration ? [time] : []))
    if (known.length === 0) continue
    if (match.groups?.['picture'] === undefined) {
      add(text.slice(end, match.index))
      known.forEach((time, at) => {
        if (at > 0) add(', ')
        add(toClock(time), [momentLink(tree, time)])
      })
    } else {
      add(text.slice(end, match.index).trimEnd())
      wanted.push(...known.slice(0, 1))
    }
    end = match.index + match[0].length
  }
  add(text.slice(end))
  return nodes
}

const momentLink = (tree: ParagraphTree, time: Ms): NoteMark => ({
  type: 'link',
  attrs: { href: momentHref(momentAt(tree, time)), target: '_self' },
})

const plainText = (node: NoteNode): string =>
  (node.text ?? '') + (node.content ?? []).map(plainText).join(node.type === 'doc' ? '\n' : '')

const isBlank = (node: NoteNode): boolean => node.type !== 'codeBlock' && plainText(node).trim() === ''

const lastText = (parts: readonly NotesPart[]): string => {
  const last = parts.findLast(({ kind }) => kind === 'block')
  return last?.kind === 'block' ? plainText(last.node) : ''
}

export type StoredPicture = { readonly url: string; readonly width: number; readonly height: number }

/** In pixels. */
const pictureWidth = 640
const maxAltLength = 120

/** The note with those pictures that could be made. */
export function toNote(parts: readonly NotesPart[], pictures: ReadonlyMap<Ms, StoredPicture>): NoteJson {
  const content = parts.flatMap((part): NoteNode[] => {
    if (part.kind === 'block') return [part.node]
    const picture = pictures.get(part.time)
    return picture === undefined ? [] : [pictureBlock(part.about, picture)]
  })
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

function pictureBlock(about: string, { url, width, height }: StoredPicture): NoteNode {
  const shown = Math.min(pictureWidth, width)
  const alt = about.replaceAll(/\s+/gu, ' ').trim().slice(0, maxAltLength)
  const attrs = {
    src: url,
    alt: alt || null,
    width: shown,
    height: Math.round((shown * height) / width),
    display: 'break',
  }
  return { type: 'paragraph', content: [{ type: 'image', attrs }] }
}
