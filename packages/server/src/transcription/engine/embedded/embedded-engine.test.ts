/** The embedded engine with real speech: its words, their times, and what it must not hear. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { mediaToolPaths } from '../../../../test/video-files.ts'
import { openMedia } from '../../../platform/media/index.ts'
import { phrasesOf, plainWords, speechFile, wordErrors, type SpeechSample } from '../../speech.fixture.ts'
import type { Speech } from '../speech-engine.ts'
import { embeddedEngine } from './embedded-engine.ts'

vi.setConfig({ testTimeout: 120_000 })
const tools = await openMedia(mediaToolPaths).tools()
const folder = mkdtempSync(path.join(tmpdir(), 'knowreel-speech-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Ogg with Opus, as the pipeline makes it, of any inputs of ffmpeg. */
function makeSound(name: string, ...parameters: string[]): string {
  const file = path.join(folder, `${name}.ogg`)
  execFileSync(tools.ffmpeg, [
    '-v',
    'error',
    '-y',
    ...parameters,
    '-ac',
    '1',
    '-ar',
    '16000',
    '-c:a',
    'libopus',
    '-b:a',
    '32k',
    file,
  ])
  return file
}

const transcribe = (
  audio: string,
  overrides: { language?: string; signal?: AbortSignal; duration?: number } = {},
): Promise<Speech> =>
  embeddedEngine.transcribe({
    audio,
    duration: 20_000,
    language: null,
    tools,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...overrides,
  })

test.each<SpeechSample>(['ticket', 'talk'])('hears what is said, and when (%s)', async (name) => {
  const { words, language } = await transcribe(speechFile(name))
  expect(language).toBe('en')
  const phrases = phrasesOf(name)
  const said = phrases.flatMap(({ text }) => plainWords(text))
  expect(wordErrors(said, plainWords(words.map(({ text }) => text).join(' ')))).toBeLessThanOrEqual(1)
  expect(words.some(({ text }) => /[.?!,]$/.test(text))).toBe(name === 'talk')
  // Each sentence starts and ends with a word at its known time.
  for (const { start, end } of phrases) {
    expect(Math.min(...words.map((word) => Math.abs(word.start - start)))).toBeLessThanOrEqual(150)
    expect(Math.min(...words.map((word) => Math.abs(word.end - end)))).toBeLessThanOrEqual(300)
  }
  words.slice(1).forEach((word, index) => expect(word.start).toBeGreaterThanOrEqual(words[index]?.start ?? 0))
})

test('hears nothing in silence, noise, music and keyboard sounds', async () => {
  const filters = [
    'anullsrc=r=16000',
    'anoisesrc=c=pink:a=0.3',
    "aevalsrc='0.3*(sin(2*PI*220*t)+sin(2*PI*277.2*t)+sin(2*PI*329.6*t))*exp(-3*mod(t,0.5))'",
    "aevalsrc='0.6*random(0)*exp(-80*mod(t,0.13+0.05*sin(3*t)))'",
  ]
  const inputs = filters.flatMap((filter) => ['-f', 'lavfi', '-t', '30', '-i', filter])
  const audio = makeSound('noises', ...inputs, '-filter_complex', '[0][1][2][3]concat=n=4:v=0:a=1')
  expect((await transcribe(audio, { duration: 120_000 })).words).toEqual([])
})

test('ends with the last word, however long the silence after it is', async () => {
  const silence = ['-f', 'lavfi', '-t', '120', '-i', 'anoisesrc=c=brown:a=0.02']
  const audio = makeSound(
    'silent-end',
    '-i',
    speechFile('talk'),
    ...silence,
    '-filter_complex',
    '[0][1]concat=n=2:v=0:a=1',
  )
  const { words } = await transcribe(audio, { duration: 133_000 })
  const last = phrasesOf('talk').at(-1)?.end ?? 0
  expect(Math.abs((words.at(-1)?.end ?? 0) - last)).toBeLessThan(2000)
})

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
