/** Runs recognize.main.ts: without network, environment or other processes, and with limited memory. */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RecognizedWord } from '@knowreel/shared/screen-text/recognized-text.ts'
import { bareEnvironment, limitedCommand } from '../process/limited-command.ts'
import { OcrError, type Recognizer, type RecognizerOptions } from './recognizer.ts'

const program = fileURLToPath(new URL('recognize.main.ts', import.meta.url))
/** Contains our sources and the libraries. */
const root = path.resolve(path.dirname(program), '../../../../..')
/** Libraries and V8 reserve far more than they use. */
const dataKilobytes = 3 * 1024 * 1024
const heapMegabytes = 256

type Running = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>
  readonly lines: AsyncIterator<string>
  readonly closed: Promise<unknown>
}

export function createProcessRecognizer({ pictures, data, confinement, timeoutMs }: RecognizerOptions): Recognizer {
  let running: Running | null = null

  function start(): Running {
    const child = spawn(
      '/bin/sh',
      [
        ...limitedCommand({ dataKilobytes, fileBlocks: 0, niceness: 15 }),
        ...confinement,
        process.execPath,
        `--max-old-space-size=${heapMegabytes}`,
        '--permission',
        '--allow-worker',
        ...[root, pictures, data].map((folder) => `--allow-fs-read=${folder}/*`),
        '--no-warnings',
        program,
        data,
      ],
      {
        cwd: data,
        env: bareEnvironment(),
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    )
    // Its exit is noticed by the missing answer.
    child.stdin.on('error', () => undefined)
    const closed = new Promise((resolve) => {
      child.once('error', resolve)
      child.once('close', resolve)
    })
    return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), closed }
  }

  async function stop(): Promise<void> {
    const stopped = running
    running = null
    stopped?.child.kill('SIGKILL')
    await stopped?.closed
  }

  return {
    async recognize(picture, signal) {
      const { child, lines } = (running ??= start())
      const kill = () => void child.kill('SIGKILL')
      const timer = setTimeout(kill, timeoutMs)
      signal.addEventListener('abort', kill, { once: true })
      try {
        child.stdin.write(`${picture}\n`)
        const { value, done } = await lines.next()
        if (done !== true) return JSON.parse(value) as RecognizedWord[][]
        await stop()
        signal.throwIfAborted()
        throw new OcrError('The picture could not be read')
      } finally {
        clearTimeout(timer)
        signal.removeEventListener('abort', kill)
      }
    },
    close: stop,
  }
}
