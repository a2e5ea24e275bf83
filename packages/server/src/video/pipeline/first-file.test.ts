import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mediaToolPaths, testPattern, tone } from '../../../test/video-files.ts'
import { isSoak } from '../../../test/soak.ts'
import { commandArguments, type Container } from '../../platform/media/index.ts'
import { buildVideo } from '../video.builder.ts'
import { liveWebm, openManualPipeline, opus, vp8 } from './manual-pipeline.fixture.ts'
import { failVideo } from './run/video-step.queries.ts'
import { mimeOf } from './steps/make-first-file.ts'

const { db, company, folder, make, upload } = await openManualPipeline()

const stored = (key: string | null) => path.join(folder, 'files', key ?? 'nothing')

test('a WebM without an index plays before it is encoded, and keeps its duration when it is replaced', async () => {
  const recording = await upload(
    await make('live.webm', ...testPattern(1), ...tone(1), ...vp8, ...opus, '-metadata', 'title=Secret', ...liveWebm),
  )
  await recording.process()
  expect(recording.queued()).toEqual(['place-recording', 'transcode-video', 'extract-sound'])
  const first = await recording.read()
  expect(first).toMatchObject({ status: 'finished', main_key: null, first_mime: 'video/webm; codecs="vp8, opus"' })
  expect(first).toMatchObject({ width: 320, height: 180, has_audio: true })
  expect(Math.abs((first.duration ?? 0) - 1000)).toBeLessThan(60)
  const copy = await readFile(stored(first.first_key))
  const [cues, cluster] = ['1c53bb6b', '1f43b675'].map((id) => copy.lastIndexOf(Buffer.from(id, 'hex')))
  expect(cues).toBeGreaterThan(0)
  expect(cues, 'the index is in front').toBeLessThan(cluster ?? 0)
  expect(copy.includes('Secret')).toBe(false)

  await recording.encode()
  const { duration } = first
  expect(await recording.read()).toMatchObject({ status: 'finished', first_key: null, first_mime: null, duration })
  expect(recording.queued()).toContain('derive-from-video')
})

test.each([
  ...(isSoak ? [['with a stated duration', []] as const] : []),
  ['as a browser records it', liveWebm] as const,
])('a plain WebM %s is playable without starting ffprobe', async (name, form) => {
  const bytes = await make(`${name}.webm`, ...testPattern(1), ...tone(1), ...vp8, ...opus, ...form)
  const recording = await upload(bytes, { ...mediaToolPaths, ffprobePath: '/bin/false' })
  await recording.process()
  const first = await recording.read()
  expect(first).toMatchObject({ status: 'finished', first_mime: 'video/webm; codecs="vp8, opus"', width: 320 })
  expect(Math.abs((first.duration ?? 0) - 1000)).toBeLessThan(60)
})

test('an MP4 in codecs of some browsers only plays before it is encoded', async () => {
  const h264 = commandArguments`-c:v libx264 -preset ultrafast -pix_fmt yuv444p`
  const recording = await upload(await make('colours.mp4', ...testPattern(1), ...tone(1), ...h264, ...opus))
  await recording.process()
  expect(await recording.read()).toMatchObject({
    status: 'finished',
    main_key: null,
    first_mime: 'video/mp4; codecs="avc1.F4000D, opus"',
  })
})

test.runIf(isSoak)('a WebM whose timestamps go back plays only when it is encoded', async () => {
  const once = await make('once.webm', ...testPattern(1), ...vp8, ...liveWebm)
  const recording = await upload(Buffer.concat([once, once]))
  await recording.process()
  expect(await recording.read()).toMatchObject({ status: 'processing', first_key: null, main_key: null })
  expect(recording.queued()).toEqual(['transcode-video'])
})

test('a truncated WebM plays only when it is encoded', async () => {
  const whole = await make('whole.webm', ...testPattern(1), ...vp8)
  const recording = await upload(whole.subarray(0, whole.length / 2))
  await recording.process()
  expect(await recording.read()).toMatchObject({ status: 'processing', first_key: null })
})

test('a truncated MP4 keeps the duration that it states', async () => {
  const whole = await make(
    'long.mp4',
    ...testPattern(3),
    ...commandArguments`-c:v libx264 -preset ultrafast -pix_fmt yuv420p -movflags +faststart`,
  )
  const [complete, truncated] = [await upload(whole), await upload(whole.subarray(0, whole.length * 0.4))]
  await complete.process()
  await truncated.process()
  expect(await complete.read()).toMatchObject({ duration: 3000, stated_duration: null })
  const { status, duration, stated_duration } = await truncated.read()
  expect([status, stated_duration]).toEqual(['finished', 3000])
  expect(duration).toBeLessThan(2000)
})

test.runIf(isSoak)('a recording larger than full HD is encoded at full HD before its own size', async () => {
  const recording = await upload(await make('large.webm', ...testPattern(0.1, '2560x1440', 10), ...vp8))
  await recording.process()
  recording.queued()
  await recording.encode()
  const small = await recording.read()
  expect(small).toMatchObject({ status: 'finished', width: 1920, height: 1080, first_key: null })
  expect(recording.queued().at(-1)).toBe('transcode-video')
  await recording.encode()
  const { main_key, duration } = await recording.read()
  expect(await recording.read()).toMatchObject({ width: 2560, height: 1440, duration: small.duration })
  expect(main_key).not.toBe(small.main_key)
  expect(duration).not.toBeNull()
})

test('a failed encoding leaves the first file playable', async () => {
  const id = await buildVideo(db, company, { duration: 3000 })
  const first = { status: 'finished', first_key: 'a', first_mime: 'video/webm; codecs="vp8"' } as const
  await db.updateTable('videos').set(first).where('id', '=', id).execute()
  await failVideo(db, id, 'video_too_slow')
  const row = await db.selectFrom('videos').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ status: 'finished', error: null })
})

test.each<[Container, string, string, number, string, string | null, string | null]>([
  ['mov', 'hevc', 'Main', 93, 'yuv420p', 'aac', 'video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2"'],
  ['mov', 'hevc', 'Main 10', 153, 'yuv420p10le', null, 'video/mp4; codecs="hvc1.2.4.L153.B0"'],
  ['matroska', 'vp9', 'Profile 0', -99, 'yuv420p', 'opus', 'video/webm; codecs="vp09.00.41.08, opus"'],
  ['matroska', 'vp9', 'Profile 2', -99, 'yuv420p10le', 'vorbis', 'video/webm; codecs="vp09.02.41.10, vorbis"'],
  ['mov', 'av1', 'Main', 8, 'yuv420p', 'opus', 'video/mp4; codecs="av01.0.08M.08, opus"'],
  ['mov', 'prores', 'HQ', -99, 'yuv422p10le', null, null],
  ['mov', 'hevc', 'Main', 93, 'yuv420p', 'pcm_s16le', null],
])(
  'the type of a %s file with %s (%s) names its codecs',
  (container, codec, profile, level, pixelFormat, sound, mime) => {
    const video = { codec, profile, level, pixelFormat } as Parameters<typeof mimeOf>[1]['video']
    const audio = sound === null ? null : { index: 1, codec: sound, profile: '', sampleRate: 48_000, channels: 2 }
    expect(mimeOf(container, { video, audio })).toBe(mime)
  },
)
