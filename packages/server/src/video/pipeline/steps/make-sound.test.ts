/** The sound of a recording is made before it is encoded. The jobs run only when the test runs them. */
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { aac, ffmpeg, h264, mediaToolPaths, mediaTools, testPattern, tone } from '../../../../test/video-files.ts'
import { commandArguments } from '../../../platform/media/index.ts'
import { liveWebm, openManualPipeline, opus, vp8 } from '../manual-pipeline.fixture.ts'
import { derivedFolder } from '../run/run-attempt.ts'

// Encoding takes longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const { db, files, folder, make, upload } = await openManualPipeline()

async function listFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of files.list(derivedFolder)) keys.push(key)
  return keys
}

/** When the sound begins, in seconds. */
async function startOfSound(key: string | null): Promise<number> {
  const file = path.join(folder, 'files', key ?? 'nothing')
  const samples = await ffmpeg(...commandArguments`-i ${file} -f s16le -ac 1 -ar 8000 pipe:1`)
  for (let at = 0; at + 1 < samples.length; at += 2) if (Math.abs(samples.readInt16LE(at)) > 500) return at / 16_000
  return Number.NaN
}

test('the sound is there, and reported, before a recording is encoded; encoding changes and repeats nothing of it', async () => {
  const recording = await upload(await make('live.webm', ...testPattern(1), ...tone(1), ...vp8, ...opus, ...liveWebm))
  await recording.process()
  expect(recording.queued()).toEqual(['place-recording', 'transcode-video', 'extract-sound'])
  await recording.makeSound()
  const { audio_key, main_key } = await recording.read()
  expect(main_key).toBeNull()
  expect(audio_key).not.toBeNull()
  expect(recording.heard).toEqual([recording.videoId])
  expect(await recording.step('remux')).toMatchObject({ status: 'waiting' })
  expect(await recording.step('audio')).toMatchObject({ status: 'done' })
  await recording.encode()
  await recording.makeSound()
  expect(await recording.read()).toMatchObject({ audio_key, first_key: null })
  expect(recording.heard).toHaveLength(1)
})

test('a truncated recording that plays only when it is encoded is heard before', async () => {
  const whole = await make('whole.webm', ...testPattern(3), ...tone(3), ...vp8, ...opus)
  const recording = await upload(whole.subarray(0, whole.length / 2))
  await recording.process()
  expect(recording.queued()).toEqual(['transcode-video', 'extract-sound'])
  await recording.makeSound()
  expect(await recording.read()).toMatchObject({ status: 'processing', first_key: null, main_key: null })
  expect(await startOfSound((await recording.read()).audio_key)).toBeLessThan(0.1)
})

test('a recording without sound waits for nothing, and is not reported', async () => {
  const recording = await upload(await make('silent.webm', ...testPattern(1), ...vp8, ...liveWebm))
  await recording.process()
  expect(recording.queued()).toEqual(['place-recording', 'transcode-video'])
  await recording.makeSound()
  expect(await recording.step('audio')).toMatchObject({ status: 'skipped' })
  expect(recording.heard).toEqual([])
})

test('the sound of a recording that is only copied is queued beside its pictures, not behind them', async () => {
  const recording = await upload(await make('copied.mp4', ...testPattern(1), ...tone(1), ...h264, ...aac))
  await recording.process()
  expect(recording.queued()).toEqual(['place-recording', 'extract-sound', ...Array(3).fill('derive-from-video')])
})

test('times are those of the file that plays everywhere, also where the sound begins late', async () => {
  const late = ['-itsoffset', '1', ...tone(1)]
  const bytes = await make('late.webm', ...testPattern(2), ...late, ...vp8, ...opus, ...liveWebm)
  const recording = await upload(bytes)
  await recording.process()
  await recording.makeSound()
  const { audio_key } = await recording.read()
  await recording.encode()
  const { main_key } = await recording.read()
  const [before, after] = [await startOfSound(audio_key), await startOfSound(main_key)]
  expect(after).toBeGreaterThan(0.9)
  expect(Math.abs(before - after)).toBeLessThan(0.04)
})

test('sound that cannot be extracted from the upload is extracted when the recording is encoded', async () => {
  const program = path.join(folder, 'deaf-ffmpeg')
  const isDeaf = path.join(folder, 'deaf')
  await writeFile(isDeaf, '')
  await writeFile(
    program,
    `#!/bin/sh\ncase "$*" in *audio.ogg*) [ -e ${isDeaf} ] && exit 1;; esac\nexec ${mediaTools.ffmpeg} "$@"\n`,
  )
  await chmod(program, 0o755)
  const bytes = await make('deaf.webm', ...testPattern(1), ...tone(1), ...vp8, ...opus, ...liveWebm)
  const recording = await upload(bytes, { ...mediaToolPaths, ffmpegPath: program })
  await recording.process()
  for (let attempt = 0; attempt < 4; attempt++) await recording.makeSound()
  expect(await recording.step('audio')).toMatchObject({ status: 'waiting', attempts: 0 })
  await recording.encode()
  expect(recording.queued()).toContain('extract-sound')
  // From now on it counts.
  await expect(recording.makeSound()).rejects.toThrow()
  expect(await recording.step('audio')).toMatchObject({ status: 'failed', error: 'video_unreadable' })
})

test('of two simultaneous attempts one file stays, and it is reported once', async () => {
  const recording = await upload(await make('twice.webm', ...testPattern(1), ...tone(1), ...vp8, ...opus, ...liveWebm))
  await recording.process()
  await Promise.all([recording.makeSound(), recording.makeSound()])
  expect(recording.heard).toHaveLength(1)
  const { audio_key } = await recording.read()
  const stored = (await listFiles()).filter((key) => key.endsWith('.ogg'))
  const named = await db.selectFrom('videos').select('audio_key').where('audio_key', 'is not', null).execute()
  expect(new Set(stored)).toEqual(new Set(named.map((row) => row.audio_key)))
  expect(stored).toContain(audio_key)
})

test('a recording that is deleted while its sound is extracted leaves no file', async () => {
  const recording = await upload(await make('gone.webm', ...testPattern(1), ...tone(1), ...vp8, ...opus, ...liveWebm))
  await recording.process()
  const before = await listFiles()
  const put = vi.spyOn(files, 'putLocalFile').mockImplementationOnce(async (...stored) => {
    put.mockRestore()
    const size = await files.putLocalFile(...stored)
    await db.deleteFrom('videos').where('id', '=', recording.videoId).execute()
    return size
  })
  await recording.makeSound()
  expect(await listFiles()).toHaveLength(before.length)
  expect(recording.heard).toEqual([])
})
