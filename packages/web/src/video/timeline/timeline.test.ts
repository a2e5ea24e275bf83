import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { histogram, layoutMarkers } from './marker-layout.ts'
import {
  fitView,
  follow,
  keepWithin,
  scrollBy,
  shownDuration,
  snap,
  ticksOf,
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
  .map((view): View => keepWithin(view, threeHours))

describe('time and place on the timeline', () => {
  it('go over into each other', () => {
    fc.assert(
      fc.property(anyView, fc.integer({ min: 0, max: threeHours }), (view, time) => {
        expect(toTime(view, toPx(view, time))).toBeCloseTo(time, 3)
      }),
    )
  })

  it('shows the whole article, and never more than it', () => {
    const view = fitView(60_000, 600)
    expect(view).toEqual({ from: 0, pxPerSecond: 10, width: 600 })
    fc.assert(
      fc.property(anyView, (shown) => {
        expect(shown.from).toBeGreaterThanOrEqual(0)
        expect(shown.from + shownDuration(shown)).toBeLessThanOrEqual(threeHours + 0.01)
      }),
    )
  })

  it('zooms around the pointer', () => {
    const view = keepWithin({ from: 1_000_000, pxPerSecond: 5, width: 1000 }, threeHours)
    const nearer = zoom(view, threeHours, 2, 400)
    expect(toTime(nearer, 400)).toBeCloseTo(toTime(view, 400), 3)
    expect(nearer.pxPerSecond).toBe(10)
    expect(zoom(fitView(threeHours, 1000), threeHours, 0.5, 0)).toEqual(fitView(threeHours, 1000))
  })

  it('scrolls within its ends and keeps the play head in sight', () => {
    const view = keepWithin({ from: 0, pxPerSecond: 10, width: 1000 }, threeHours)
    expect(scrollBy(view, threeHours, 500).from).toBe(50_000)
    expect(scrollBy(view, threeHours, -500).from).toBe(0)
    expect(follow(view, threeHours, 99_000)).toBe(view)
    const followed = follow(view, threeHours, 150_000)
    expect(toPx(followed, 150_000)).toBeCloseTo(100, 3)
  })
})

describe('the ruler', () => {
  it('has labels at least 60 px apart, in steps people count in', () => {
    fc.assert(
      fc.property(anyView, (view) => {
        const { step, ticks } = ticksOf(view, threeHours)
        expect((step / 1000) * view.pxPerSecond).toBeGreaterThanOrEqual(60)
        expect(ticks.length).toBeLessThanOrEqual(view.width / 60 + 2)
        ticks.forEach(({ time }) => expect(time % step).toBe(0))
      }),
    )
  })

  it('writes times as people read them', () => {
    expect([7000, 754_000, 3_723_000].map((time) => timeLabel(time))).toEqual(['0:07', '12:34', '1:02:03'])
    expect(timeLabel(1450, 100)).toBe('0:01.5')
  })
})

describe('snapping', () => {
  const view: View = { from: 0, pxPerSecond: 10, width: 1000 }
  it('takes the nearest within reach', () => {
    expect(snap(view, 5000, [4300, 5600, 9000])).toEqual({ time: 5600, target: 5600 })
    expect(snap(view, 5000, [4000, 6000])).toEqual({ time: 5000, target: null })
  })
})

describe('markers', () => {
  const view: View = { from: 0, pxPerSecond: 10, width: 1000 }
  const at = (...seconds: number[]) => seconds.map((time, index) => ({ id: String(index), time: time * 1000 }))

  it('stand in two lanes where they would touch, and fold where both are taken', () => {
    const placed = layoutMarkers(view, at(10, 11, 12, 20), 34)
    expect(placed.map(({ px, lane, markers }) => [px, lane, markers.length])).toEqual([
      [100, 0, 1],
      [110, 1, 2],
      [200, 0, 1],
    ])
  })

  it('are all kept, in the order of time, and never nearer than the gap in a lane', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 99_999 }), { maxLength: 300 }), (times) => {
        const placed = layoutMarkers(
          view,
          times.map((time, index) => ({ id: String(index), time })),
          34,
        )
        const kept = placed.flatMap(({ markers }) => markers.map(({ time }) => time))
        expect(kept.toSorted((one, other) => one - other)).toEqual(times.toSorted((one, other) => one - other))
        for (const lane of [0, 1]) {
          const places = placed.filter((one) => one.lane === lane).map(({ px }) => px)
          places.slice(1).forEach((px, index) => expect(px - (places[index] ?? 0)).toBeGreaterThanOrEqual(34))
        }
      }),
    )
  })

  it('leave out what is not in sight', () => {
    expect(layoutMarkers(view, at(500), 34)).toEqual([])
  })

  it('count reactions by bins', () => {
    const bins = histogram(view, [0, 500, 700, 99_900, 200_000, -1], 6)
    expect(bins).toHaveLength(167)
    expect([bins[0], bins[1], bins[166]]).toEqual([2, 1, 1])
  })
})
