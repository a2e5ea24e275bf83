import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeNumberedVideo, makeTestFolder, mediaTools, readFrameNumbers } from '../../../../test/video-files.ts'
import { copyEarly } from './copy-early.ts'
import { inspectQuickly } from './inspect-video.ts'

const folder = await makeTestFolder()
const original = path.join(folder, 'original.mp4')
await makeNumberedVideo(original, { seconds: 3 })

async function copy(name: string, sampleCount: number | null) {
  const into = path.join(folder, name)
  await mkdir(into)
  const media = { tools: () => Promise.resolve(mediaTools) }
  return copyEarly(media, original, { folder: into, signal: new AbortController().signal, sampleCount })
}

test('a copy has its index in front of its frames, in the space reserved for it', async () => {
  const look = await inspectQuickly(original)
  const made = await copy('roomy', look?.sampleCount ?? null)
  const bytes = await readFile(made?.path ?? '')
  const [index, room, pictures] = ['moov', 'free', 'mdat'].map((type) => bytes.indexOf(type))
  expect(index).toBe(bytes.indexOf('ftyp') + bytes.readUInt32BE(0))
  expect([index, room, pictures]).toEqual([index, room, pictures].toSorted((one, other) => (one ?? 0) - (other ?? 0)))
  expect(await readFrameNumbers(made?.path ?? '')).toEqual(Array.from({ length: 90 }, (_, frame) => frame))
  expect(Math.abs((made?.reachedMs ?? 0) - 3000)).toBeLessThan(100)
})

test('when the reserved space is too small there is no copy, rather than one without an index', async () => {
  // Some versions of ffmpeg fail instead, which the pipeline also treats as no copy.
  const fail = (error: unknown) => {
    expect(error).toMatchObject({
      name: 'MediaError',
      message: expect.stringContaining('reserved_moov_size') as string,
    })
    return null
  }
  expect(await copy('narrow', -1360).catch(fail)).toBeNull()
})

test('without a sample count the index is moved to the front', async () => {
  const bytes = await readFile((await copy('unknown', null))?.path ?? '')
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})
