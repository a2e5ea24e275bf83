/** The embedded engine with real speech; what it must not hear is in the soak test. */
import { expect, test, vi } from 'vitest'
import { speechFile } from '../../speech.fixture.ts'
import { expectToHear, transcribe } from './embedded-engine.fixture.ts'

vi.setConfig({ testTimeout: 120_000 })

test('hears what is said, and when', () => expectToHear('talk'))

test('refuses other languages instead of inventing English, whether they are chosen or detected', async () => {
  const refusal = { code: 'language_unsupported', isPermanent: true }
  await expect(transcribe(speechFile('german'))).rejects.toMatchObject(refusal)
  await expect(transcribe(speechFile('ticket'), { language: 'de' })).rejects.toMatchObject(refusal)
})

test('stops within a second when it is cancelled, and reports a file that is no sound', async () => {
  const abort = new AbortController()
  const running = transcribe(speechFile('ticket'), { signal: abort.signal })
  running.catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const cancelledAt = Date.now()
  abort.abort(new Error('cancelled by the test'))
  await expect(running).rejects.toThrow('cancelled by the test')
  expect(Date.now() - cancelledAt).toBeLessThan(1000)
  await expect(transcribe(import.meta.filename)).rejects.toMatchObject({ code: 'engine_failed' })
})
