/**
 * Links of a note to moments of the recording of the same article: `#t=72.4&v={video}@{ms}`. `t` is the article time in
 * seconds; `v` is the moment of the recording that is meant, so that the link follows cuts and moves. Readers receive
 * `t` only: what was cut stays with the editors (0150).
 */
import { positionsOf, resolveAnchor, type ParagraphTree } from '../video/paragraph/paragraph-tree.ts'
import { locate, type Ms } from '../video/play-map.ts'
import type { NoteJson, NoteMark, NoteNode } from './note-document.ts'

export type NoteMoment = {
  /** Article time when the link was written or last published. */
  readonly time: Ms
  readonly source: { readonly videoId: string; readonly videoTime: Ms } | null
}

const pattern = /^#t=(?<seconds>\d{1,6}(?:\.\d{1,3})?)(?:&v=(?<video>[0-9a-f-]{36})@(?<at>\d{1,9}))?$/

export function momentHref({ time, source }: NoteMoment): string {
  const seconds = Math.max(0, Math.round(time)) / 1000
  return `#t=${seconds}${source === null ? '' : `&v=${source.videoId}@${Math.round(source.videoTime)}`}`
}

/** Null for every other link. */
export function parseMomentHref(href: unknown): NoteMoment | null {
  const found = typeof href === 'string' ? pattern.exec(href)?.groups : undefined
  if (found === undefined) return null
  const { seconds, video, at } = found
  return {
    time: Math.round(Number(seconds) * 1000),
    source: video === undefined ? null : { videoId: video, videoTime: Number(at) },
  }
}

/** The link to an article time, which follows what is played there. */
export function momentAt(tree: ParagraphTree, time: Ms): NoteMoment {
  const position = positionsOf(tree).findLast(({ start, end }) => start <= time && end > start)
  const found =
    position === undefined ? null : locate(position.paragraph.map, Math.min(time, position.end - 1) - position.start)
  return { time, source: found && { videoId: found.piece.videoId, videoTime: found.videoTime } }
}

/** The article time of a moment now; null if it was cut. */
export function timeOfMoment(tree: ParagraphTree, { time, source }: NoteMoment): Ms | null {
  return source === null ? time : resolveAnchor(tree, { paragraphId: '', time, ...source })
}

/** The address that readers receive. */
export const publicHref = (href: string): string => {
  const moment = parseMomentHref(href)
  return moment === null ? href : momentHref({ ...moment, source: null })
}

/** The note with the present times of its moments; links to moments that were cut become plain text. */
export function withPresentMoments(note: NoteJson, tree: ParagraphTree): NoteJson {
  const visit = (node: NoteNode): NoteNode => {
    const content = node.content?.map(visit)
    const marks = node.marks?.flatMap((mark) => presentMark(mark, tree))
    const isSame =
      (content?.every((child, at) => child === node.content?.[at]) ?? true) &&
      (marks === undefined ||
        (marks.length === node.marks?.length && marks.every((mark, at) => mark === node.marks?.[at])))
    if (isSame) return node
    const { marks: _marks, ...rest } = node
    return { ...rest, ...(content && { content }), ...(marks && marks.length > 0 && { marks }) }
  }
  return visit(note) as NoteJson
}

function presentMark(mark: NoteMark, tree: ParagraphTree): NoteMark[] {
  const moment = mark.type === 'link' ? parseMomentHref(mark.attrs?.['href']) : null
  if (moment === null || moment.source === null) return [mark]
  const time = timeOfMoment(tree, moment)
  if (time === null) return []
  return time === moment.time ? [mark] : [{ ...mark, attrs: { ...mark.attrs, href: momentHref({ ...moment, time }) } }]
}
