import { noteImage, type ImageDisplay } from '@knowreel/shared/note/note-files.ts'
import type { NoteNode } from '@knowreel/shared/note/note-document.ts'
import type { PrintedPicture } from './printed.ts'

/** One editor pixel in points: scales the editor's line width to that of a page. */
export const POINTS_PER_PIXEL = 0.66

export const pixelsToPoints = (pixels: number): number => Math.round(pixels * POINTS_PER_PIXEL * 100) / 100

const prefix = '/files/'

/** The image's key in storage; null if the note names none of ours. */
export function pictureKey({ type, attrs }: NoteNode): string | null {
  if (type !== 'image') return null
  return noteImage(attrs).src?.slice(prefix.length) ?? null
}

const placements: Readonly<Record<ImageDisplay, PrintedPicture['placement']>> = {
  inline: 'inline',
  break: 'block',
  'float-left': 'left',
  'float-right': 'right',
}

/** `pictures`: the file of each available image, by its key. `maxWidth`: in points. */
export function printPicture(node: NoteNode, pictures: ReadonlyMap<string, string>, maxWidth: number): PrintedPicture {
  const { alt, title, width, height, display } = noteImage(node.attrs)
  const key = pictureKey(node)
  return {
    k: 'picture',
    file: key === null ? null : (pictures.get(key) ?? null),
    words: alt === '' ? (title ?? '') : alt,
    width: width === null ? null : pixelsToPoints(width),
    height: height === null ? null : pixelsToPoints(height),
    maxWidth,
    placement: placements[display],
  }
}
