import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { aac, ffmpeg, h264, makeTestFolder, mediaTools, testPattern, tone } from '../../../test/video-files.ts'
import { inputArguments, measureTrack, probeMedia, runMedia, commandArguments } from './index.ts'
import { findMediaTools } from './media-tools.ts'
import { createCutFinder } from './read-cuts.ts'
import { containerOf } from './sniff-container.ts'

const folder = await makeTestFolder()
const file = path.join(folder, 'recording.mp4')
await ffmpeg(...testPattern(1), ...tone(1), ...h264, ...aac, file)

const endless = commandArguments`-re -f lavfi -i testsrc2=size=32x32 -f null -`

test('a track that does not state its duration lasts until the end of its last frame', async () => {
  const live = path.join(folder, 'live.webm')
  await ffmpeg(
    ...testPattern(2, '64x36'),
    ...commandArguments`-vf fps=5:round=down -c:v libvpx -deadline realtime -f webm -live 1`,
    live,
  )
  const options = { timeoutMs: 20_000 }
  expect(await measureTrack(mediaTools, { path: live, container: 'matroska' }, 0, options)).toBe(2000)
})

describe('running a program', () => {
  test('a program is killed when its time is up, when it hangs, and when it is aborted', async () => {
    const run = { program: 'ffmpeg', parameters: endless, timeoutMs: 60_000 } as const
    await expect(runMedia(mediaTools, { ...run, timeoutMs: 300 })).rejects.toMatchObject({ failure: 'too_slow' })
    const signal = AbortSignal.timeout(300)
    await expect(runMedia(mediaTools, { ...run, signal })).rejects.toThrow('timeout')
    const still = commandArguments`-f s16le -ar 8000 -ac 1 -i pipe:0 -f null -`
    const waiting = { ...run, parameters: still, stallMs: 300, writeInput: () => delay(5000) }
    await expect(runMedia(mediaTools, waiting)).rejects.toMatchObject({ failure: 'too_slow' })
  })

  test('a program reaches no network and writes no more than allowed', async () => {
    let requests = 0
    const server = createServer((_, answer) => {
      requests++
      answer.end()
    }).listen(0, '127.0.0.1')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const out = path.join(folder, 'out.mp4')
    const parameters = [
      ...commandArguments`-protocol_whitelist file,pipe -f mov -i http://127.0.0.1:${port}/recording.mp4 file:${out}`,
    ]
    const run = { program: 'ffmpeg', timeoutMs: 20_000 } as const
    await expect(runMedia(mediaTools, { ...run, parameters })).rejects.toMatchObject({ failure: 'refused' })
    expect(requests).toBe(0)
    server.close()
    const copy = [...inputArguments({ path: file, container: 'mov' }), ...commandArguments`-c copy -f mp4 file:${out}`]
    await expect(runMedia(mediaTools, { ...run, parameters: copy, maxBytes: 4096 })).rejects.toThrow()
  })

  test('error messages are passed on without the folders of this machine', async () => {
    const broken = path.join(folder, 'broken.mp4')
    await ffmpeg('-i', file, '-c', 'copy', broken)
    const probing = probeMedia(mediaTools, { path: broken, container: 'matroska' })
    await expect(probing).rejects.toThrow('broken.mp4')
    await expect(probing).rejects.not.toThrow(folder)
  })
})

test('a missing program is named, with what to do', async () => {
  await expect(findMediaTools({ ffmpegPath: '/nowhere/ffmpeg' })).rejects.toThrow(
    'FFMPEG_PATH is /nowhere/ffmpeg, but there is no such program. Install ffmpeg',
  )
  await expect(findMediaTools({ ffmpegPath: '/bin/true' })).rejects.toThrow('/bin/true cannot encode libx264')
})

test('a container is recognized by its first bytes', async () => {
  expect(containerOf(await readFile(file))).toBe('mov')
  expect(containerOf(Buffer.from('\u001aEß£\u0001\0\0\0\0\0\0\0', 'latin1'))).toBe('matroska')
  expect(containerOf(Buffer.from('#EXTM3U\nfile:///etc/passwd'))).toBeNull()
})

test('a list of arguments is split at spaces, inserted values are not', () => {
  expect(commandArguments`-map 0:${1} -i file:${'a b.mp4'}  ${'-x y'}`).toEqual([
    '-map',
    '0:1',
    '-i',
    'file:a b.mp4',
    '-x y',
  ])
})

test('a key frame that later frames depend on across it is no cut point', () => {
  const finder = createCutFinder()
  const packets: [number, boolean][] = [
    [0, true],
    [100, false],
    [200, true],
    [300, false],
    [400, true],
    [350, false],
  ]
  for (const [time, isKey] of packets) finder.add(time, 50, isKey)
  expect(finder.found()).toEqual({ times: [0, 200], end: 450 })
})
