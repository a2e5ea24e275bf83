/**
 * The embedded speech engine on the speech of the project's tests: word error rate, CPU seconds per second of sound, and
 * how far the starts of sentences are from their known times.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { embeddedEngine } from '../packages/server/src/transcription/engine/embedded/embedded-engine.ts'
import { phrasesOf, plainWords, speechFile, wordErrors } from '../packages/server/src/transcription/speech.fixture.ts'
import { openMedia } from '../packages/server/src/platform/media/index.ts'
import { percentile, report, round } from './report.ts'

/** CPU time of this process and its children, in seconds. */
const cpuSeconds = (): number => {
  const fields =
    execFileSync('cat', [`/proc/${process.pid}/stat`], { encoding: 'utf8' })
      .split(') ')[1]
      ?.split(' ') ?? []
  // utime, stime, cutime, cstime, in hundredths of a second.
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0) / 100
}

const minuteMs = 60_000

export async function benchSpeech(): Promise<void> {
  const tools = await openMedia({ ffmpegPath: null, ffprobePath: null }).tools()
  const transcribe = (audio: string, duration: number) =>
    embeddedEngine.transcribe({
      audio,
      duration,
      language: null,
      tools,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
  let [errors, said] = [0, 0]
  const offsets: number[] = []
  for (const name of ['ticket', 'talk'] as const) {
    const { words } = await transcribe(speechFile(name), 20_000)
    const expected = phrasesOf(name).flatMap(({ text }) => plainWords(text))
    errors += wordErrors(expected, plainWords(words.map(({ text }) => text).join(' ')))
    said += expected.length
    for (const { start } of phrasesOf(name))
      offsets.push(Math.min(...words.map((word) => Math.abs(word.start - start))))
  }
  report('speech: word error rate', { percent: round((errors / said) * 100), words: said }, '≤ 5 %')
  report(
    'speech: starts of sentences',
    { medianMs: percentile(offsets, 0.5), maxMs: Math.max(...offsets) },
    'median ≤ 60 ms',
  )

  const folder = await mkdtemp(path.join(tmpdir(), 'knowreel-bench-'))
  const long = path.join(folder, 'long.ogg')
  const loop = ['-v', 'error', '-stream_loop', '-1', '-i', speechFile('talk'), '-t', '300', '-c', 'copy', long]
  execFileSync(tools.ffmpeg, loop)
  const [cpu, wall] = [cpuSeconds(), Date.now()]
  await transcribe(long, 5 * minuteMs)
  const figures = {
    cpuSecondsPerSecond: Math.round(((cpuSeconds() - cpu) / 300) * 1000) / 1000,
    wallSeconds: round((Date.now() - wall) / 1000),
  }
  report('speech: five minutes of talk', figures, '≤ 0.1 CPU seconds per second')
  await rm(folder, { recursive: true, force: true })
}
