/**
 * Runs the program that recognises speech, and ffmpeg, which decodes for it. Native code that crashes or takes too much
 * memory ends only that process; it has no network, reads only our program and writes nothing.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { commandArguments, runMedia, type MediaTools } from '../../../platform/media/index.ts'
import { findConfinement } from '../../../platform/process/confinement.ts'
import { bareEnvironment, killGroup, limitedCommand } from '../../../platform/process/limited-command.ts'
import { SpeechFault } from '../speech-engine.ts'

const program = fileURLToPath(new URL('speech.main.ts', import.meta.url))
/** Contains our sources and the libraries. */
const root = path.resolve(path.dirname(program), '../../../../../..')
/** The models and the runtime need 400 MB and reserve more. */
const dataKilobytes = 4 * 1024 * 1024

const ms = z.number().int().min(0)
const line = z.union([
  z.object({ time: ms }),
  z.object({ segment: z.object({ from: ms, to: ms }) }),
  z.object({
    heard: z.object({
      words: z.array(z.object({ start: ms, end: ms, text: z.string(), confidence: z.number() })),
      sureness: z.number(),
      from: ms,
      to: ms,
    }),
  }),
])
export type SpeechLine = z.infer<typeof line>

export type SpeechRun = {
  readonly mode: 'words' | 'segments'
  readonly audio: string
  /** Ms. */
  readonly duration: number
  readonly tools: MediaTools
  readonly signal: AbortSignal
  readonly onLine: (line: SpeechLine) => void
}

export async function runSpeechProcess({ mode, audio, duration, tools, signal, onLine }: SpeechRun): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(
    '/bin/sh',
    [
      ...limitedCommand({ dataKilobytes, fileBlocks: 0, niceness: 10 }),
      ...(await findConfinement()),
      process.execPath,
      '--permission',
      '--allow-addons',
      `--allow-fs-read=${root}/*`,
      '--no-warnings',
      program,
      mode,
      String(Math.max(1, Math.min(2, os.availableParallelism() - 1))),
    ],
    {
      cwd: os.tmpdir(),
      env: bareEnvironment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  )
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-2000)))
  // It may end before it has read everything; its exit code says why.
  child.stdin.on('error', () => undefined)
  const stopping = new AbortController()
  const stop = () => {
    stopping.abort()
    killGroup(child.pid)
  }
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(stop, 300_000 + duration * 3)
  const exited = once(child, 'close').finally(() => stopping.abort())
  exited.catch(() => undefined)
  try {
    const read = readLines(child.stdout, onLine)
    const decoding = decode({ audio, duration, tools, signal: stopping.signal }, async (chunk) => {
      if (child.stdin.destroyed || child.exitCode !== null) throw new Error('The speech program has ended')
      if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain'), exited])
    }).then(
      () => child.stdin.end(),
      (error: unknown) => {
        child.stdin.destroy()
        return error
      },
    )
    const [code] = (await exited) as [number | null]
    const [, fault] = await Promise.all([read, decoding])
    signal.throwIfAborted()
    if (code !== 0 || fault instanceof Error) {
      const reason = fault instanceof Error && code === 0 ? fault.message : stderr
      throw new SpeechFault('engine_failed', `exit ${code}: ${reason}`)
    }
  } finally {
    stop()
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function readLines(output: NodeJS.ReadableStream, onLine: (line: SpeechLine) => void): Promise<void> {
  for await (const text of createInterface({ input: output })) onLine(line.parse(JSON.parse(text)))
}

type Decoding = Pick<SpeechRun, 'audio' | 'duration' | 'tools' | 'signal'>

const decode = ({ audio, duration, tools, signal }: Decoding, onOutput: (chunk: Buffer) => Promise<void>) =>
  runMedia(tools, {
    program: 'ffmpeg',
    parameters: commandArguments`-f ogg -protocol_whitelist file,pipe -i file:${audio} -ac 1 -ar 16000 -f s16le pipe:1`,
    timeoutMs: 300_000 + duration * 3,
    signal,
    onOutput,
  })
