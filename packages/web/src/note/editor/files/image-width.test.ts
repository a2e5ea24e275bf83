import { describe, expect, it } from 'vitest'
import { clampImageWidth, draggedWidth, steppedWidth } from './image-width.ts'

describe('the width of an image', () => {
  it('is at least 20 pixels and at most the available width', () => {
    expect(clampImageWidth(3, 680)).toBe(20)
    expect(clampImageWidth(-400, 680)).toBe(20)
    expect(clampImageWidth(900, 680)).toBe(680)
    expect(clampImageWidth(300.4, 680)).toBe(300)
  })

  it('increases when either edge is dragged outwards', () => {
    expect(draggedWidth(200, 40, 'right')).toBe(240)
    expect(draggedWidth(200, -40, 'left')).toBe(240)
    expect(draggedWidth(200, 40, 'left')).toBe(160)
  })

  it.each([
    ['ArrowRight', false, 210],
    ['ArrowLeft', false, 190],
    ['ArrowUp', true, 250],
    ['ArrowDown', true, 150],
    ['Home', false, 20],
    ['End', false, 680],
    ['Tab', false, null],
  ])('has %s as a key (with Shift: %s)', (key, shiftKey, width) => {
    expect(steppedWidth(200, { key, shiftKey }, 680)).toBe(width)
  })
})
