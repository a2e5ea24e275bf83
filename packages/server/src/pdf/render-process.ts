/**
 * Runs the process that sets one document. What a note can make it do is bounded: no network, no environment, so much
 * memory, processor time and time at most, after everybody else; and it ends when we say so or when we end. A thread
 * would not do: it can not be stopped inside the setter, and would take the server with it.
 */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findConfinement } from '../platform/process/confinement.ts'
import { stages, type Stage } from './renderer/pdf-job.ts'

export type RenderRun = {
  /** Holds the job, and the document afterwards. */
  readonly folder: string
  readonly signal: AbortSignal
  /** `share` from 0 to 1. */
  readonly onStage: (stage: Stage, share: number) => void
  readonly timeoutMs?: number
}

/** It did not make the document; the message is for our log, never for people. */
export class RenderError extends Error {
  override name = 'RenderError'
}

const program = fileURLToPath(new URL('renderer/render.main.ts', import.meta.url))
const defaultTimeoutMs = 60_000
/** Threads, fonts and V8 reserve far more than they use: 11 GB for one page with four pictures. */
const addressKilobytes = 32 * 1024 * 1024
/** What may be written to: this is the limit of what is used. */
const dataKilobytes = 1536 * 1024
const scriptMegabytes = 512
const fileBlocks = 400_000
const keptStderr = 4000

const limits =
  'ulimit -c 0; ulimit -v "$1" 2>/dev/null; ulimit -d "$2" 2>/dev/null; ulimit -t "$3" 2>/dev/null; ulimit -f "$4" 2>/dev/null; shift 4; exec "$@"'

export async function runRenderer({ folder, signal, onStage, timeoutMs = defaultTimeoutMs }: RenderRun): Promise<void> {
  signal.throwIfAborted()
  const confinement = await findConfinement()
  signal.throwIfAborted()
  const cpuSeconds = Math.ceil(timeoutMs / 1000) * 2
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      limits,
      'sh',
      String(addressKilobytes),
      String(dataKilobytes),
      String(cpuSeconds),
      String(fileBlocks),
      'nice',
      '-n',
      '5',
      ...confinement,
      process.execPath,
      `--max-old-space-size=${scriptMegabytes}`,
      program,
    ],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        LC_ALL: 'C.UTF-8',
        HOME: '/nonexistent',
        TZ: 'UTC',
        VIPS_CONCURRENCY: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let reason: string | null = null
  const end = (why: string) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end('it took too long'), timeoutMs)
  const stop = () => end('it was cancelled')
  signal.addEventListener('abort', stop, { once: true })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-keptStderr)))
  readStages(child.stdout, onStage)
  try {
    const ended = await new Promise<string | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, killedBy) => resolve(code === 0 ? null : `it ended with ${killedBy ?? code}`))
    })
    signal.throwIfAborted()
    if (reason !== null || ended !== null) throw new RenderError(`${reason ?? ended}: ${lastWords(stderr)}`)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

function readStages(stream: NodeJS.ReadableStream, onStage: RenderRun['onStage']): void {
  let rest = ''
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = (lines.pop() ?? '').slice(-100)
    for (const line of lines) {
      const [word, share] = line.split(' ')
      const stage = stages.find((known) => known === word)
      if (stage !== undefined) onStage(stage, Math.min(1, Math.max(0, Number(share) || 0)))
    }
  })
}

/** Where on the machine things lie is nothing for a log that others read. */
const lastWords = (stderr: string): string =>
  stderr
    .replaceAll(/(?:file:\/\/)?\/[^\s:'"]*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(-500)
