import { expect, test } from 'vitest'
import { encodePeaks, peaksHeaderBytes, peaksByteRange, readPeaksHeader } from './peaks.ts'

const pairsOf = (...pairs: readonly (readonly [number, number])[]) => Int8Array.from(pairs.flat())

test('a reader locates every level from the header alone', () => {
  const file = encodePeaks(new Int8Array(2 * 1000).fill(3))
  const header = readPeaksHeader(file.subarray(0, peaksHeaderBytes))
  expect(header?.size).toBe(file.length)
  expect(header?.levels.map(({ pairsPer1000s, pairs }) => [pairsPer1000s, pairs])).toEqual([
    [100_000, 1000],
    [25_000, 250],
    [6250, 63],
    [1563, 16],
  ])
})

test('a coarser level keeps the lowest and highest of the samples it covers', () => {
  const file = encodePeaks(pairsOf([-1, 1], [-90, 2], [0, 100], [-3, 3], [-7, 7]))
  const level = readPeaksHeader(file)?.levels[1]
  const pairs = level && new Int8Array(file.buffer, level.offset, level.pairs * 2)
  expect([...(pairs ?? [])]).toEqual([-90, 100, -7, 7])
})

test('a window of time is a range of bytes', () => {
  const file = encodePeaks(Int8Array.from({ length: 2000 }, (_, index) => index % 100))
  const level = readPeaksHeader(file)?.levels[0]
  const window = level && peaksByteRange(level, 1000, 2000)
  expect(window).toEqual({ start: peaksHeaderBytes + 200, end: peaksHeaderBytes + 399, firstPair: 100 })
  expect(level && peaksByteRange(level, 9990, 60_000)).toMatchObject({ firstPair: 999, end: peaksHeaderBytes + 1999 })
  expect(level && peaksByteRange(level, 10_000, 60_000)).toBeNull()
})

test('other bytes are rejected', () => {
  expect(readPeaksHeader(new Uint8Array(100))).toBeNull()
  expect(readPeaksHeader(encodePeaks(new Int8Array(0)).subarray(0, 20))).toBeNull()
  expect(readPeaksHeader(encodePeaks(new Int8Array(0)))?.levels[0]?.pairs).toBe(0)
})
