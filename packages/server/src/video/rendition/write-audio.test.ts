import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { writeAudio } from './write-audio.ts'

test('listens to a slow program once, however often it is waited for', async () => {
  const listeners: number[] = []
  let bytes = 0
  const input = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      listeners.push(input.listenerCount('error') + input.listenerCount('close'))
      setImmediate(done)
    },
  })
  const second = 48_000
  const piece = { videoId: 'silent', in: 0, samples: 20 * second, hasAudio: false }
  const fileOf = () => ({ path: '', container: 'mov' as const })
  await writeAudio({ ffmpeg: '', ffprobe: '', confinement: [] }, [piece], { fileOf, input })
  expect(bytes).toBe(20 * second * 4)
  expect(listeners).toHaveLength(20)
  expect(Math.max(...listeners)).toBeLessThan(5)
})
