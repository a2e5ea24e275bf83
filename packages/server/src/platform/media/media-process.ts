/**
 * Runs ffmpeg or ffprobe on an uploaded file. What such a file can make them do is limited: no network, only files and
 * pipes as protocols, no environment, limited memory, processor time, output and duration, and usually a low priority.
 * The program runs in its own process group, which is killed as a whole when we stop it or exit.
 */
import { spawn } from 'node:child_process'
import os from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { killGroup, limitedCommand } from '../process/limited-command.ts'
import type { MediaTools } from './media-tools.ts'
import { commandArguments } from './command-arguments.ts'

export type MediaRun = {
  readonly program: 'ffmpeg' | 'ffprobe'
  readonly parameters: readonly string[]
  /** Working directory, for names in lists of files. */
  readonly directory?: string
  readonly timeoutMs: number
  /** Kills it after this long without progress; only for runs that report their progress. */
  readonly stallMs?: number
  /** Someone is waiting, so it does not run at low priority. */
  readonly isUrgent?: boolean
  /** Nobody is waiting: it leaves the processors to everything else. */
  readonly isDeferrable?: boolean
  /** Maximum size of each file it writes, in bytes. */
  readonly maxBytes?: number
  /** A warning of the program that counts as its failure. */
  readonly fatalWarning?: RegExp
  readonly signal?: AbortSignal
  /** The progress of the output, in ms of its own timeline. */
  readonly onProgress?: (outputMs: number) => void
  /** Receives standard output as it arrives; the next chunk waits for it. An error it throws kills the program. */
  readonly onOutput?: (chunk: Buffer) => void | Promise<void>
  /** Writes standard input; an error it throws kills the program. */
  readonly writeInput?: (input: Writable) => Promise<void>
}

export type MediaFailure = 'refused' | 'too_slow' | 'killed'

/** The program failed; `refused` is the program's own error, the others come from us or the system. */
export class MediaError extends Error {
  override name = 'MediaError'
  readonly failure: MediaFailure
  constructor(failure: MediaFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

const memoryKilobytes = 4 * 1024 * 1024
const blockBytes = 512
const defaultMaxBytes = 100_000_000_000
const maxStderrLength = 4000

export async function runMedia(tools: MediaTools, run: MediaRun): Promise<void> {
  run.signal?.throwIfAborted()
  const cpuSeconds = Math.ceil((run.timeoutMs / 1000) * os.availableParallelism()) + 10
  const isFfmpeg = run.program === 'ffmpeg'
  const child = spawn(
    '/bin/sh',
    [
      ...limitedCommand({
        addressSpaceKilobytes: memoryKilobytes,
        cpuSeconds,
        fileBlocks: Math.ceil((run.maxBytes ?? defaultMaxBytes) / blockBytes),
        niceness: run.isUrgent ? null : run.isDeferrable ? 15 : 10,
      }),
      ...tools.confinement,
      ...commandArguments`${tools[run.program]} -hide_banner -loglevel ${run.fatalWarning ? 'warning' : 'error'}`,
      ...(isFfmpeg ? ['-nostdin', '-y', '-progress', 'pipe:3', '-stats_period', '0.5'] : []),
      ...run.parameters,
    ],
    {
      cwd: run.directory ?? os.tmpdir(),
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', HOME: '/nonexistent' },
      detached: true,
      stdio: [
        run.writeInput ? 'pipe' : 'ignore',
        run.onOutput ? 'pipe' : 'ignore',
        'pipe',
        isFfmpeg ? 'pipe' : 'ignore',
      ],
    },
  )

  const outcome: { failure?: MediaFailure; inputError?: unknown } = {}
  const end = (reason: MediaFailure) => {
    outcome.failure ??= reason
    killGroup(child.pid)
  }
  const timer = setTimeout(() => end('too_slow'), run.timeoutMs)
  let stall = run.stallMs === undefined ? undefined : setTimeout(() => end('too_slow'), run.stallMs)
  const stop = () => end('killed')
  run.signal?.addEventListener('abort', stop, { once: true })

  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-maxStderrLength)
    if (run.fatalWarning?.test(stderr)) end('refused')
  })
  const giveUp = (error: unknown) => {
    outcome.inputError ??= error
    end('killed')
  }
  const outputRead = readOutput(child.stdout, run.onOutput).catch(giveUp)
  let lastMs = -1
  readProgress(child.stdio[3] as Readable | null, (outputMs) => {
    if (outputMs <= lastMs) return
    lastMs = outputMs
    stall?.refresh()
    run.onProgress?.(outputMs)
  })
  if (run.writeInput && child.stdin) {
    const input = child.stdin
    // A program that exits early closes its input; its own error message is more helpful than ours.
    input.on('error', () => undefined)
    run
      .writeInput(input)
      .catch(giveUp)
      .finally(() => input.end())
  }

  try {
    const { code, signal } = await waitForExit(child)
    await outputRead
    run.signal?.throwIfAborted()
    if (outcome.inputError !== undefined) throw outcome.inputError
    if (outcome.failure) throw new MediaError(outcome.failure, `${run.program} was ended: ${outcome.failure}`)
    if (code === 0) return
    // XCPU and XFSZ: it reached a limit. Any other external signal says nothing about the file.
    if (signal === 'SIGXCPU') throw new MediaError('too_slow', `${run.program} used up its processor time`)
    if (signal === 'SIGKILL' || signal === 'SIGTERM')
      throw new MediaError('killed', `${run.program} ended by ${signal}`)
    throw new MediaError('refused', `${run.program} ended with ${signal ?? code}: ${shortenStderr(stderr)}`)
  } finally {
    clearTimeout(timer)
    clearTimeout(stall)
    stall = undefined
    run.signal?.removeEventListener('abort', stop)
    killGroup(child.pid)
  }
}

async function readOutput(output: Readable | null, onOutput: MediaRun['onOutput']): Promise<void> {
  if (output === null || onOutput === undefined) return
  for await (const chunk of output) await onOutput(chunk as Buffer)
}

type Child = ReturnType<typeof spawn>

const waitForExit = (child: Child): Promise<{ code: number | null; signal: string | null }> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })

/** Lines `name=value`; one block of them twice a second. */
function readProgress(stream: Readable | null, onProgress: (outputMs: number) => void): void {
  let rest = ''
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = (lines.pop() ?? '').slice(-200)
    for (const line of lines) {
      const microseconds = /^out_time_us=(\d{1,15})$/.exec(line)?.[1]
      if (microseconds !== undefined) onProgress(Math.floor(Number(microseconds) / 1000))
    }
  })
}

/** Folder names are removed: what people or the back office read reveals nothing about the machine. */
const shortenStderr = (stderr: string): string =>
  stderr
    .replaceAll(/(?:file:)?\/[^\s:'"]*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(-500)
