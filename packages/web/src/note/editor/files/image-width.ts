/** Calculates the width of an image, in px. */
import { imageWidths } from '@knowreel/shared/note/note-files.ts'

export const clampImageWidth = (width: number, most: number): number =>
  Math.round(Math.min(Math.max(width, imageWidths.min), Math.max(most, imageWidths.min)))

/** Dragging either edge outwards increases the width. */
export const draggedWidth = (before: number, moved: number, side: 'left' | 'right'): number =>
  before + (side === 'left' ? -moved : moved)

const step = 10
const largeStep = 50

/** Null for other keys. */
export function steppedWidth(
  width: number,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  most: number,
): number | null {
  const by = shiftKey ? largeStep : step
  if (key === 'ArrowRight' || key === 'ArrowUp') return clampImageWidth(width + by, most)
  if (key === 'ArrowLeft' || key === 'ArrowDown') return clampImageWidth(width - by, most)
  if (key === 'Home') return clampImageWidth(0, most)
  if (key === 'End') return clampImageWidth(most, most)
  return null
}
