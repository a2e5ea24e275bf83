import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitView,
  follow,
  clampView,
  scrollBy,
  visibleDuration,
  snap,
  visibleTicks,
  timeLabel,
  toPx,
  toTime,
  zoom,
  type View,
} from './timeline-geometry.ts'

const threeHours = 3 * 3_600_000
const anyView = fc
  .record({
    from: fc.integer({ min: 0, max: threeHours }),
    pxPerSecond: fc.double({ min: 0.01, max: 500, noNaN: true }),
    width: fc.integer({ min: 200, max: 3000 }),
  })
  .map((view): View => clampView(view, threeHours))

describe('time and position on the timeline', () => {
  it('convert into each other', () => {
    fc.assert(
      fc.property(anyView, fc.integer({ min: 0, max: threeHours }), (view, time) => {
        expect(toTime(view, toPx(view, time))).toBeCloseTo(time, 3)
      }),
    )
  })

  it('fit the whole article, and never more', () => {
    const view = fitView(60_000, 600)
    expect(view).toEqual({ from: 0, pxPerSecond: 10, width: 600 })
    fc.assert(
      fc.property(anyView, (shown) => {
        expect(shown.from).toBeGreaterThanOrEqual(0)
        expect(shown.from + visibleDuration(shown)).toBeLessThanOrEqual(threeHours + 0.01)
      }),
    )
  })

  it('zoom around the pointer', () => {
    const view = clampView({ from: 1_000_000, pxPerSecond: 5, width: 1000 }, threeHours)
    const nearer = zoom(view, threeHours, 2, 400)
    expect(toTime(nearer, 400)).toBeCloseTo(toTime(view, 400), 3)
    expect(nearer.pxPerSecond).toBe(10)
    expect(zoom(fitView(threeHours, 1000), threeHours, 0.5, 0)).toEqual(fitView(threeHours, 1000))
  })

  it('scroll within the ends and keep the play head visible', () => {
    const view = clampView({ from: 0, pxPerSecond: 10, width: 1000 }, threeHours)
    expect(scrollBy(view, threeHours, 500).from).toBe(50_000)
    expect(scrollBy(view, threeHours, -500).from).toBe(0)
    expect(follow(view, threeHours, 99_000)).toBe(view)
    const followed = follow(view, threeHours, 150_000)
    expect(toPx(followed, 150_000)).toBeCloseTo(100, 3)
  })
})

describe('the ruler', () => {
  it('has labels at least 60 px apart, in familiar steps', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const { step, ticks } = visibleTicks(view, threeHours)
        expect((step / 1000) * view.pxPerSecond).toBeGreaterThanOrEqual(60)
        expect(ticks.length).toBeLessThanOrEqual(view.width / 60 + 2)
        ticks.forEach(({ time }) => expect(time % step).toBe(0))
      }),
    )
  })

  it('writes times in the usual format', () => {
    expect([7000, 754_000, 3_723_000].map((time) => timeLabel(time))).toEqual(['0:07', '12:34', '1:02:03'])
    expect(timeLabel(1450, 100)).toBe('0:01.5')
  })
})

describe('snapping', () => {
  const view: View = { from: 0, pxPerSecond: 10, width: 1000 }
  it('chooses the nearest target within reach', () => {
    expect(snap(view, 5000, [4300, 5600, 9000])).toEqual({ time: 5600, target: 5600 })
    expect(snap(view, 5000, [4000, 6000])).toEqual({ time: 5000, target: null })
  })
})
