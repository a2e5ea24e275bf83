import { expect, onTestFinished, test, vi } from 'vitest'
import { mediaToolPaths } from '../../../../test/video-files.ts'
import type { SpeechServiceSettings } from '../../../platform/config/speech-service.ts'
import { openMedia } from '../../../platform/media/index.ts'
import { speechFile } from '../../speech.fixture.ts'
import { createSpeechEngines } from '../speech-engines.ts'
import { cutPieces } from './cut-pieces.ts'
import { readOpenAiAnswer } from './read-answer.ts'
import { createRemoteEngine } from './remote-engine.ts'
import { requestSpeech } from './speech-request.ts'
import { answer, answerWords, startSpeechService, type Behaviour } from './speech-service.fixture.ts'

vi.setConfig({ testTimeout: 60_000 })
const tools = await openMedia(mediaToolPaths).tools()

async function transcribeWith(
  behaviours: readonly Behaviour[],
  settings: Partial<SpeechServiceSettings> = {},
  overrides: { language?: string | null; signal?: AbortSignal } = {},
) {
  const service = await startSpeechService(...behaviours)
  onTestFinished(() => service.stop())
  const engine = createRemoteEngine(
    { kind: 'openai', url: service.url, key: 'a-key', model: 'whisper-1', ...settings },
    { waitMs: 5 },
  )
  const speech = engine.transcribe({
    audio: speechFile('talk'),
    duration: 12_900,
    language: null,
    tools,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...overrides,
  })
  speech.catch(() => undefined)
  return { requests: service.requests, speech }
}

/** The first sentence is said from 0.5 s on; pieces begin a little before. */
const good = answerWords(['Was', 0.3, 0.5], ['the', 0.5, 0.6], ['display', 0.6, 1.1])

test('sends what is said as FLAC with the key, and assigns the words their times in the recording', async () => {
  const { speech, requests } = await transcribeWith([good])
  const { words, language } = await speech
  expect(language).toBe('en')
  expect(words.map(({ text }) => text)).toEqual(['Was', 'the', 'display'])
  expect(Math.abs((words[0]?.start ?? 0) - 500)).toBeLessThan(300)
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ url: '/v1/audio/transcriptions', authorization: 'Bearer a-key' })
  expect(requests[0]?.fields).toEqual({
    model: ['whisper-1'],
    response_format: ['verbose_json'],
    'timestamp_granularities[]': ['word', 'segment'],
  })
  expect(requests[0]?.fileBytes).toBeGreaterThan(20_000)
})

test('drops words that the service invents where nobody speaks, and times that are none', async () => {
  const { speech } = await transcribeWith([
    answerWords(['Was', 0.3, 0.5], ['Thanks', 40, 41], ['for', -3, -2], ['watching', 900, 901]),
  ])
  expect((await speech).words.map(({ text }) => text)).toEqual(['Was'])
})

/** One request and its answer, without the detection of voices before it. */
async function ask(...behaviours: readonly Behaviour[]) {
  const service = await startSpeechService(...behaviours)
  onTestFinished(() => service.stop())
  const answered = requestSpeech({
    url: service.url,
    headers: { authorization: 'Bearer a-key' },
    body: () => 'sound',
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    waitMs: 5,
  }).then(readOpenAiAnswer)
  answered.catch(() => undefined)
  return { requests: service.requests, answered }
}

test('waits for a service that is busy, and tries again what broke off or could not be read', async () => {
  const busy = answer('slow down', 429, { 'retry-after': '0' })
  const truncated = answer('{"words":[{"word":"Wa')
  const { answered, requests } = await ask(busy, answer('<h1>Oops</h1>', 500), truncated, good)
  expect((await answered).words).toHaveLength(3)
  expect(requests).toHaveLength(4)
})

test.each([
  ['is always busy', answer('no', 429, { 'retry-after': '0' }), 'service_busy', 4],
  ['is broken', answer('<h1>no</h1>', 500), 'service_unreachable', 4],
  ['sends something else', answer('certainly!'), 'service_unreadable', 4],
  ['closes the connection', (response: { destroy(): void }) => response.destroy(), 'service_unreachable', 4],
  ['refuses the key', answer('who are you?', 401), 'service_refused', 1],
  ['sends other fields', answer({ words: 'many' }), 'service_unreadable', 1],
  ['sends text without times', answer({ text: 'Was the display on?' }), 'service_unreadable', 1],
] as const)('reports a service that %s', async (_, behaviour, code, attempts) => {
  const { answered, requests } = await ask(behaviour as Behaviour)
  await expect(answered).rejects.toMatchObject({ code })
  expect(requests).toHaveLength(attempts)
  await expect(answered).rejects.not.toThrow(/a-key/)
})

test('stops within a second when it is cancelled while the service does not answer', async () => {
  const abort = new AbortController()
  const asked = Promise.withResolvers<void>()
  const { speech } = await transcribeWith([() => asked.resolve()], {}, { signal: abort.signal })
  await asked.promise
  const at = Date.now()
  abort.abort(new Error('cancelled by the test'))
  await expect(speech).rejects.toThrow()
  expect(Date.now() - at).toBeLessThan(1000)
})

test('reads the tokens of whisper.cpp, and the sentences of services without times of words', async () => {
  const token = (word: string, start: number, end: number) => ({ word, start, end, probability: 0.9 })
  const cpp = {
    segments: [
      {
        start: 0.3,
        end: 1.2,
        text: ' Was displ-ay',
        words: [token(' Was', 0.3, 0.5), token(' dis', 0.5, 0.8), token('play', 0.8, 1.2)],
      },
    ],
  }
  const { speech, requests } = await transcribeWith([answer(cpp)], { model: null, key: null })
  expect((await speech).words.map(({ text, confidence }) => [text, confidence])).toEqual([
    ['Was', 0.9],
    ['display', 0.9],
  ])
  expect(requests[0]?.fields).toMatchObject({ language: ['auto'] })
  expect(requests[0]?.authorization).toBeNull()
  const diarized = { segments: [{ start: 0.3, end: 1.5, text: 'Was it on?', speaker: 'A' }] }
  const other = await transcribeWith([answer(diarized)], { model: 'gpt-4o-transcribe-diarize' }, { language: 'en' })
  expect((await other.speech).words.map(({ text, speaker }) => [text, speaker])).toEqual([
    ['Was', 'A'],
    ['it', 'A'],
    ['on?', 'A'],
  ])
  expect(other.requests[0]?.fields).toMatchObject({ response_format: ['diarized_json'], chunking_strategy: ['auto'] })
})

test('a service of Deepgram’s form gives words, speakers and the language', async () => {
  const word = (text: string, start: number, speaker: number) => ({
    word: text.toLowerCase(),
    punctuated_word: text,
    start,
    end: start + 0.2,
    confidence: 0.97,
    speaker,
  })
  const body = {
    results: {
      channels: [{ detected_language: 'en', alternatives: [{ words: [word('Was', 0.3, 0), word('Yes.', 2.9, 1)] }] }],
    },
  }
  const { speech, requests } = await transcribeWith([answer(body)], { kind: 'deepgram', model: null })
  expect(await speech).toMatchObject({
    language: 'en',
    words: [
      { text: 'Was', speaker: '0', confidence: 0.97 },
      { text: 'Yes.', speaker: '1' },
    ],
  })
  expect(requests[0]?.authorization).toBe('Token a-key')
  expect(requests[0]?.url).toMatch(/^\/v1\/listen\?model=nova-3&.*diarize=true.*detect_language=true/)
})

test('a company without AI never uses the service', () => {
  const settings = { kind: 'openai', url: 'http://127.0.0.1:9/v1', key: null, model: null } as const
  const engines = createSpeechEngines(settings)
  expect(engines.engineFor(true)).toMatchObject({ isRemote: true, label: '127.0.0.1' })
  expect(engines.engineFor(false)).toMatchObject({ isRemote: false, label: 'English' })
  expect(createSpeechEngines(null).engineFor(true).isRemote).toBe(false)
})

test('a long recording is cut in its longest pauses; long silence is left out, and no speech is lost', () => {
  const speech = Array.from({ length: 200 }, (_, index) => ({
    from: index * 10_000,
    to: index * 10_000 + (index % 7 === 6 ? 5000 : 9500),
  }))
  const far = { from: 4_000_000, to: 4_010_000 }
  const pieces = cutPieces([...speech, far], 4_100_000, 600_000)
  expect(pieces.flatMap((piece) => piece.speech)).toEqual([...speech, far])
  expect(pieces.every(({ from, to }) => to - from <= 600_000)).toBe(true)
  expect(pieces.at(-1)).toEqual({ from: 3_999_700, to: 4_010_300, speech: [far] })
  const cuts = pieces.slice(0, -2).map((piece) => piece.speech.at(-1))
  expect(cuts.every((last) => last && last.to - last.from === 5000)).toBe(true)
})
