import { expect, it, vi } from 'vitest'
import { encodePeaks } from '@knowreel/shared/video/peaks.ts'
import { createSoundPeaks } from './sound-peaks.ts'

/** Twenty minutes of silence, except for the second minute at half level and one second of the fourth at full level. */
const pairs = new Int8Array(20 * 60 * 100 * 2)
const fill = (fromSeconds: number, toSeconds: number, level: number) => {
  for (let pair = fromSeconds * 100; pair < toSeconds * 100; pair++) pairs[pair * 2 + 1] = level
}
fill(60, 120, 64)
fill(200, 201, 127)
const file = encodePeaks(pairs)
const video = { id: 'v1', peaksUrl: '/peaks' }

function open(bytes = file) {
  const asked: [number, number][] = []
  const arrived = vi.fn<() => void>()
  const peaks = createSoundPeaks(async (_url, start, end) => {
    asked.push([start, end])
    return bytes.slice(start, end + 1)
  }, arrived)
  const settle = async () => {
    let before = -1
    while (before !== asked.length) {
      before = asked.length
      await new Promise((resolve) => setTimeout(resolve))
    }
  }
  return { peaks, asked, arrived, settle }
}

it('loudness is unknown until the file has arrived, then follows its levels', async () => {
  const { peaks, arrived, settle } = open()
  const ask = () => [0, 70_000, 200_000].map((from) => peaks.loudnessBetween(video, from, from + 1000))
  expect(ask()).toEqual([null, null, null])
  await settle()
  ask()
  await settle()
  expect(arrived).toHaveBeenCalled()
  const [silent, half, full] = ask()
  expect(silent).toBe(0)
  expect(half).toBeCloseTo(64 / 127, 2)
  expect(full).toBeCloseTo(1, 2)
})

it('loudness is relative to the loudest moment of a recording, and silence stays silent', async () => {
  const at = (factor: number) => encodePeaks(pairs.map((level) => Math.round(level * factor)))
  for (const [bytes, loudest] of [
    [at(0.25), 1],
    [at(0.008), 0.25],
  ] as const) {
    const { peaks, settle } = open(bytes)
    const ask = () => [0, 200_000].map((from) => peaks.loudnessBetween(video, from, from + 1000))
    for (let round = 0; round < 3; round++) {
      ask()
      await settle()
    }
    expect(ask()[0]).toBe(0)
    expect(ask()[1]).toBeCloseTo(loudest, 1)
  }
})

it('fetches only the visible windows of the zoom level, each once', async () => {
  const { peaks, asked, settle } = open()
  const near = () => peaks.loudnessBetween(video, 700_000, 700_040)
  near()
  await settle()
  near()
  near()
  await settle()
  expect(near()).toBe(0)
  expect(asked, 'header, window, and the coarsest to stand in for it').toHaveLength(3)
  for (const [start, end] of asked) expect(end - start + 1, 'never the whole file').toBeLessThanOrEqual(65_536)
})

it('a single loud second in a long range is visible, but lower than a loud minute', async () => {
  const { peaks, settle } = open()
  const ask = () => [180_000, 60_000].map((from) => peaks.loudnessBetween(video, from, from + 60_000) ?? 0)
  for (let round = 0; round < 3; round++) {
    ask()
    await settle()
  }
  const [single = 0, minute = 0] = ask()
  expect(single).toBeGreaterThan(0.3)
  expect(minute).toBeGreaterThan(single)
})

it('loudness stays unknown for a recording whose peaks cannot be fetched', async () => {
  const peaks = createSoundPeaks(
    () => Promise.reject(new Error('gone')),
    () => undefined,
  )
  peaks.loudnessBetween(video, 0, 1000)
  await new Promise((resolve) => setTimeout(resolve))
  expect(peaks.loudnessBetween(video, 0, 1000)).toBeNull()
  expect(peaks.loudnessBetween({ id: 'v2', peaksUrl: null }, 0, 1000)).toBeNull()
})
