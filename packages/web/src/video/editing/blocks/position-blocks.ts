import { timelineBlocks } from '../../timeline/timeline-blocks.ts'
import { toPx } from '../../timeline/timeline-geometry.ts'
import type { TimelineScene } from '../timeline-scene.ts'

/** Gap between neighbours; half of it on either side. */
const gapPx = 2
const minPx = 2
/** Offset of the second row. */
export const secondRowPx = 32
/** Narrower blocks have no room for text. */
const minLabelPx = 28
/** Narrower blocks have no room for an outline. */
const minOutlinePx = 14

// Unchanged styles are not written again: with 200 blocks in every frame, even that is noticeable.
const lastStyles = new WeakMap<Element, string>()

/** Positions every block and clips it to the view, so that its title stays visible. */
export function positionBlocks(elements: HTMLCollection, scene: TimelineScene): void {
  const view = scene.view.read()
  const dragged = scene.dragged.read()
  timelineBlocks(scene.tree.read()).forEach((block, index) => {
    const element = elements[index]
    if (!(element instanceof HTMLElement)) return
    const isDragged = dragged?.id === block.paragraph.id
    const start = toPx(view, block.start) + gapPx / 2
    const end = toPx(view, block.end) - gapPx / 2
    const left = Math.max(0, start)
    const width = Math.max(minPx, Math.min(view.width, end) - left)
    const isSeen = isDragged || (end > 0 && start < view.width)
    const shift = isDragged ? dragged.px : 0
    // A block dragged over the other row is shown there.
    const row = isDragged ? (dragged.drop.parentId === null ? 1 : 2) - block.level : 0
    const state = isSeen ? `${left + shift} ${width} ${row} ${isDragged}` : ''
    if (lastStyles.get(element) === state) return
    lastStyles.set(element, state)
    element.style.visibility = isSeen ? 'visible' : 'hidden'
    if (!isSeen) return
    element.style.transform = `translate(${left + shift}px, ${row * secondRowPx}px)`
    element.style.width = `${width}px`
    element.toggleAttribute('data-narrow', width < minLabelPx)
    element.toggleAttribute('data-sliver', width < minOutlinePx)
    element.toggleAttribute('data-dragged', isDragged)
  })
}
