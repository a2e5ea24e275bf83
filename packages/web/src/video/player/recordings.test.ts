import { expect, it } from 'vitest'
import type { Recording } from './recording.ts'
import { createRecordings } from './recordings.ts'

function openRecordings() {
  const opened: string[] = []
  const disposed: string[] = []
  const recordings = createRecordings(async (videoId) => {
    opened.push(videoId)
    return { dispose: () => void disposed.push(videoId) } as Recording
  })
  return { opened, disposed, recordings }
}

it('keeps every recording open that a piece holds, however many there are', async () => {
  const { disposed, recordings } = openRecordings()
  const held = await Promise.all(Array.from({ length: 12 }, (_, index) => recordings.hold(`recording ${index}`)))
  await Promise.resolve()
  expect(disposed).toEqual([])
  for (const one of held) one.release()
  await expect.poll(() => disposed).toHaveLength(9)
  expect(disposed).not.toContain('recording 11')
})

it('shares a recording between pieces, and counts each release once', async () => {
  const { opened, disposed, recordings } = openRecordings()
  const [one, other] = await Promise.all([recordings.hold('a'), recordings.hold('a')])
  one.release()
  one.release()
  for (const id of ['b', 'c', 'd', 'e']) (await recordings.hold(id)).release()
  await expect.poll(() => disposed).toEqual(['b'])
  other.release()
  expect(opened).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('opens a recording again after it failed to open', async () => {
  let attempts = 0
  const recordings = createRecordings(async () => {
    if (++attempts === 1) throw new Error('offline')
    return { dispose: () => undefined } as Recording
  })
  await expect(recordings.hold('a')).rejects.toThrow('offline')
  await recordings.hold('a')
  expect(attempts).toBe(2)
})
