/**
 * A process that renders one document, under its limits. It receives the folder on standard input, and reports its
 * progress on standard output.
 */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { READY } from './renderer/pdf-job.ts'
import { bareEnvironment, limitedCommand } from '../platform/process/limited-command.ts'

export type RendererProcess = {
  start(folder: string): void
  onLine(listener: (line: string) => void): void
  kill(): void
  /** Until it begins it does not keep our process alive. */
  unref(): void
  readonly ready: Promise<void>
  /** Null if it succeeded, otherwise the reason why it ended. */
  readonly ended: Promise<string | null>
  stderrTail(): string
}

const program = fileURLToPath(new URL('renderer/render.main.ts', import.meta.url))
/** Threads, fonts and V8 reserve far more than they use: 11 GB for one page with four images. */
const addressSpaceKilobytes = 32 * 1024 * 1024
/** Writable memory: this limits actual use. */
const dataKilobytes = 1536 * 1024
const heapMegabytes = 512
const maxFileBlocks = 400_000
const maxStderrLength = 4000

export function spawnRenderer(confinement: readonly string[], cpuSeconds: number): RendererProcess {
  const child = spawn(
    '/bin/sh',
    [
      ...limitedCommand({
        addressSpaceKilobytes,
        dataKilobytes,
        cpuSeconds,
        fileBlocks: maxFileBlocks,
        niceness: 5,
      }),
      ...confinement,
      process.execPath,
      `--max-old-space-size=${heapMegabytes}`,
      program,
    ],
    {
      cwd: tmpdir(),
      env: { ...bareEnvironment(), VIPS_CONCURRENCY: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  )
  const pipes = [child.stdin, child.stdout, child.stderr] as unknown as readonly { ref(): void; unref(): void }[]
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString('utf8')).slice(-maxStderrLength)))
  // It may exit before it receives input; `ended` reports that.
  child.stdin.on('error', () => {})
  const listeners = new Set<(line: string) => void>()
  readLines(child.stdout, (line) => {
    for (const listener of listeners) listener(line)
  })
  const ended = new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, killedBy) => resolve(code === 0 ? null : `it ended with ${killedBy ?? code}`))
  })
  const ready = new Promise<void>((resolve) => {
    listeners.add((line) => {
      if (line === READY) resolve()
    })
    void ended.then(() => resolve())
  })
  return {
    start(folder) {
      child.ref()
      for (const pipe of pipes) pipe.ref()
      child.stdin.end(`${JSON.stringify({ folder })}\n`)
    },
    onLine: (listener) => void listeners.add(listener),
    kill: () => void child.kill('SIGKILL'),
    unref() {
      child.unref()
      for (const pipe of pipes) pipe.unref()
    },
    ready,
    ended,
    stderrTail: () => withoutPaths(stderr),
  }
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = ''
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = (lines.pop() ?? '').slice(-1000)
    for (const line of lines) onLine(line)
  })
}

/** Paths of the machine must not appear in a log that others read. */
const withoutPaths = (text: string): string =>
  text
    .replaceAll(/(?:file:\/\/)?\/[^\s:'"]*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(-500)
