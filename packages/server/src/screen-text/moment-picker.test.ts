import { describe, expect, test } from 'vitest'
import { createMomentPicker, sampleBytes, sampleWidth } from './moment-picker.ts'

/** A grey screen with a bright word at this position. */
function screen(wordAt: number | null, noise = 0): Uint8Array {
  const sample = new Uint8Array(sampleBytes).fill(40)
  for (let index = 0; index < sampleBytes; index += 7) sample[index] = 40 + (noise && (index % 3) * noise)
  if (wordAt !== null)
    for (let y = 0; y < 5; y++) for (let x = 0; x < 30; x++) sample[(80 + y) * sampleWidth + wordAt + x] = 200
  return sample
}

function pick(samples: readonly Uint8Array[], limit = 100): number[] {
  const picker = createMomentPicker()
  for (const [index, sample] of samples.entries()) picker.add(sample, index * 500)
  return picker.moments(limit)
}

describe('the moments that are read are', () => {
  test('the first one, and none while nothing changes but noise', () => {
    expect(pick([0, 1, 0, 2, 1, 0].map((noise) => screen(null, noise)))).toEqual([0])
  })

  test('the one after a change that has settled', () => {
    expect(pick([null, null, 40, 40, 40, 40, 200, 200].map((at) => screen(at)))).toEqual([0, 1500, 3500])
  })

  test('not a change that is undone before it settles', () => {
    expect(pick([null, 40, null, null, null].map((at) => screen(at)))).toEqual([0])
  })

  test('one in at most two seconds while something moves all the time', () => {
    const times = pick(Array.from({ length: 20 }, (_, index) => screen(index * 12)))
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(gaps.length).toBeGreaterThan(3)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(2000)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  })

  test('those of the largest changes, if there are too many', () => {
    const flood = new Uint8Array(sampleBytes).fill(220)
    expect(pick([screen(null), screen(40), screen(40), flood, flood], 2)).toEqual([0, 2000])
  })
})
