/**
 * Speech services: anything that speaks OpenAI's `/v1/audio/transcriptions`, and Deepgram, which also labels speakers
 * apart. Only what a voice detector on this machine classifies as speech is sent.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Word } from '@knowreel/shared/transcription/transcript.ts'
import type { SpeechServiceSettings } from '../../../platform/config/speech-service.ts'
import { commandArguments, runMedia } from '../../../platform/media/index.ts'
import { runSpeechProcess } from '../embedded/speech-process.ts'
import type { Speech, SpeechEngine, SpeechRequest } from '../speech-engine.ts'
import { cutPieces, isInSpeech, type AudioPiece, type SpeechRange } from './cut-pieces.ts'
import { readDeepgramAnswer, readOpenAiAnswer, type Answer } from './read-answer.ts'
import { requestSpeech } from './speech-request.ts'

/** FLAC, which every server reads: 16 kHz mono needs at most 1.2 MB a minute; services accept 25 MB. */
const pieceMs = 10 * 60_000
/** Speakers are known within a piece only, so that these pieces are as long as services accept. */
const speakerPieceMs = 20 * 60_000
const attemptMs = 10 * 60_000
/** Progress while finding speech, and while sending it. */
const detectionShare = 10

type Service = {
  readonly maxPieceMs: number
  readonly send: (audio: Buffer, request: Pick<SpeechRequest, 'language' | 'signal'>) => Promise<Answer>
}

export function createRemoteEngine(settings: SpeechServiceSettings, options: { waitMs?: number } = {}): SpeechEngine {
  const service = settings.kind === 'deepgram' ? deepgram(settings, options) : openAi(settings, options)
  return {
    name: `${settings.kind}:${settings.model ?? 'default'}`,
    label: new URL(settings.url).hostname,
    isRemote: true,
    languages: null,
    async transcribe(request) {
      const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-speech-'))
      try {
        return await transcribe(service, request, folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

async function transcribe(service: Service, request: SpeechRequest, folder: string): Promise<Speech> {
  const { audio, duration, tools, signal, language, onProgress, onWords } = request
  const speech: SpeechRange[] = []
  await runSpeechProcess({
    mode: 'segments',
    audio,
    duration,
    tools,
    signal,
    onLine(line) {
      if ('segment' in line) speech.push(line.segment)
      if ('time' in line) onProgress((line.time / Math.max(1, duration)) * detectionShare)
    },
  })
  const pieces = cutPieces(speech, duration, service.maxPieceMs)
  const words: Word[] = []
  let found: string | null = null
  for (const [index, piece] of pieces.entries()) {
    const file = path.join(folder, `${index}.flac`)
    await encodePiece(request, piece, file)
    const answer = await service.send(await readFile(file), { language: language ?? found, signal })
    found ??= answer.language
    words.push(...positionWords(answer.words, piece, pieces.length > 1 ? index : null))
    onWords?.(words)
    onProgress(detectionShare + ((index + 1) / pieces.length) * (100 - detectionShare))
  }
  return { language: language ?? found, words }
}

/** Speakers of different pieces are different people until someone merges them. */
function positionWords(words: readonly Word[], piece: AudioPiece, index: number | null): Word[] {
  return words.flatMap((word) => {
    const positioned = { ...word, start: word.start + piece.from, end: Math.min(word.end + piece.from, piece.to) }
    if (positioned.end <= positioned.start || !isInSpeech({ from: positioned.start, to: positioned.end }, piece.speech))
      return []
    const speaker = word.speaker !== null && index !== null ? `${index}:${word.speaker}` : word.speaker
    return [{ ...positioned, speaker }]
  })
}

const encodePiece = ({ audio, tools, signal }: SpeechRequest, { from, to }: AudioPiece, file: string) =>
  runMedia(tools, {
    program: 'ffmpeg',
    parameters: [
      ...commandArguments`-f ogg -protocol_whitelist file,pipe -ss ${from / 1000} -t ${(to - from) / 1000} -i file:${audio}`,
      ...commandArguments`-ac 1 -ar 16000 -sample_fmt s16 -map_metadata -1 -f flac file:${file}`,
    ],
    timeoutMs: 300_000,
    signal,
  })

function openAi({ url, key, model }: SpeechServiceSettings, options: { waitMs?: number }): Service {
  const hasSpeakers = model?.includes('diarize') ?? false
  const address = `${url.replace(/\/+$/, '')}/audio/transcriptions`
  return {
    maxPieceMs: hasSpeakers ? speakerPieceMs : pieceMs,
    async send(audio, { language, signal }) {
      const body = () => {
        const form = new FormData()
        form.set('file', new Blob([new Uint8Array(audio)], { type: 'audio/flac' }), 'audio.flac')
        if (model !== null) form.set('model', model)
        // whisper.cpp assumes English unless it is configured to detect the language.
        if (language !== null) form.set('language', language.slice(0, 2))
        else if (model === null) form.set('language', 'auto')
        form.set('response_format', hasSpeakers ? 'diarized_json' : 'verbose_json')
        if (hasSpeakers) form.set('chunking_strategy', 'auto')
        else for (const kind of ['word', 'segment']) form.append('timestamp_granularities[]', kind)
        return form
      }
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
      return readOpenAiAnswer(
        await requestSpeech({ url: address, headers, body, signal, timeoutMs: attemptMs, ...options }),
      )
    },
  }
}

function deepgram({ url, key, model }: SpeechServiceSettings, options: { waitMs?: number }): Service {
  return {
    // Speakers stay the same people for hours.
    maxPieceMs: 8 * 3_600_000,
    async send(audio, { language, signal }) {
      const address = new URL(`${url.replace(/\/+$/, '')}/listen`)
      const query = {
        model: model ?? 'nova-3',
        punctuate: 'true',
        smart_format: 'true',
        diarize: 'true',
        filler_words: 'true',
      }
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      if (language === null) address.searchParams.set('detect_language', 'true')
      else address.searchParams.set('language', language)
      const headers: Record<string, string> = { 'content-type': 'audio/flac' }
      if (key !== null) headers['authorization'] = `Token ${key}`
      const body = () => new Uint8Array(audio)
      return readDeepgramAnswer(
        await requestSpeech({ url: address.href, headers, body, signal, timeoutMs: attemptMs, ...options }),
      )
    },
  }
}
