import { expect, test } from 'vitest'
import type { VideoTrack } from '../../../platform/media/index.ts'
import { planEncode, planRemux, outputRate } from './remux-plan.ts'

const screen: VideoTrack = {
  index: 0,
  codec: 'h264',
  profile: 'High',
  level: 40,
  pixelFormat: 'yuv420p',
  width: 1920,
  height: 1080,
  rotation: 0,
  isInterlaced: false,
  hasSquarePixels: true,
  baseRate: { num: 30, den: 1 },
  averageRate: { num: 30, den: 1 },
}
const sound = { index: 1, codec: 'aac', profile: 'LC', sampleRate: 48_000, channels: 2 }
const facts = (video: Partial<VideoTrack>, audio: Partial<typeof sound> | null = {}) => ({
  durationMs: 1000,
  trackCount: 2,
  video: { ...screen, ...video },
  audio: audio && { ...sound, ...audio },
})
const plan = (video: Partial<VideoTrack>, audio: Partial<typeof sound> | null = {}) => planRemux(facts(video, audio))

test('H.264 with AAC is copied', () => {
  expect(plan({})).toMatchObject({ video: 'copy', audio: 'copy', videoIndex: 0, audioIndex: 1 })
  expect(plan({ profile: 'Constrained Baseline', width: 1081, height: 721 })).toMatchObject({ video: 'copy' })
})

test('H.264 with another audio codec keeps its frames', () => {
  expect(plan({}, { codec: 'opus', profile: 'unknown' })).toMatchObject({ video: 'copy', audio: 'encode' })
  expect(plan({}, { channels: 6 })).toMatchObject({ video: 'copy', audio: 'encode' })
  expect(plan({}, { sampleRate: 96_000 })).toMatchObject({ audio: 'encode' })
})

test('a recording without audio stays without', () => {
  expect(plan({}, null)).toMatchObject({ video: 'copy', audio: 'none', audioIndex: null })
})

test.each<[string, Partial<VideoTrack>]>([
  ['another codec', { codec: 'vp9' }],
  ['ten bits', { profile: 'High 10', pixelFormat: 'yuv420p10le' }],
  ['finer colours', { profile: 'High 4:4:4 Predictive', pixelFormat: 'yuv444p' }],
  ['a level that phones refuse', { level: 60 }],
  ['a picture that phones refuse', { width: 4098, height: 2000 }],
  ['half pictures', { isInterlaced: true }],
])('H.264 is encoded anew for %s', (_, video) => {
  expect(plan(video).video).not.toBe('copy')
})

test('what is encoded is at most 4K, landscape or portrait, with even dimensions', () => {
  const size = (width: number, height: number, rotation = 0) =>
    plan({ codec: 'hevc', width, height, rotation }).video as { width: number; height: number }
  expect(size(1279, 719)).toMatchObject({ width: 1280, height: 720 })
  expect(size(7680, 4320)).toMatchObject({ width: 3840, height: 2160 })
  expect(size(4320, 7680)).toMatchObject({ width: 2160, height: 3840 })
  expect(size(1920, 1080, 90)).toMatchObject({ width: 1080, height: 1920 })
  expect(size(8192, 16)).toMatchObject({ width: 3840, height: 8 })
})

test('frames keep their rate if it is constant; otherwise they get a common one', () => {
  const rate = (average: [number, number] | null, base: [number, number] | null) =>
    outputRate({
      ...screen,
      averageRate: average && { num: average[0], den: average[1] },
      baseRate: base && { num: base[0], den: base[1] },
    })
  expect(rate([30_000, 1001], [30_000, 1001])).toEqual({ num: 30_000, den: 1001 })
  expect(rate([25, 1], [25, 1])).toEqual({ num: 25, den: 1 })
  expect(rate([10, 1], [10, 1])).toEqual({ num: 10, den: 1 })
  expect(rate([7, 1], [1000, 1])).toEqual({ num: 30, den: 1 })
  expect(rate([55, 1], [120, 1])).toEqual({ num: 60, den: 1 })
  expect(rate([240, 1], [240, 1])).toEqual({ num: 60, den: 1 })
  expect(rate(null, [1000, 1])).toEqual({ num: 30, den: 1 })
})

test('when copying fails everything is encoded', () => {
  expect(planEncode(facts({}))).toMatchObject({ video: { width: 1920, height: 1080 }, audio: 'encode' })
})
