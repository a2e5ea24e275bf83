/**
 * Reads the text of one attachment in a process of its own. What a file can make it do is limited: no network, no
 * environment, no other process, it reads only our program and writes nothing; limited memory, time and output. A
 * thread would not be enough: a parser that runs out of memory would take the server down with it.
 */
import { spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { findConfinement } from '../../platform/process/confinement.ts'
import { bareEnvironment, limitedCommand } from '../../platform/process/limited-command.ts'
import { readLimits, readOutcomes, type AttachmentText, type ReadOutcome } from './attachment-text.ts'

const program = fileURLToPath(new URL('extract/extract.main.ts', import.meta.url))
/** Contains our sources and the libraries. */
const root = path.resolve(path.dirname(program), '../../../../../..')
const maxOutputBytes = 4 * readLimits.characters + 100_000
/** Libraries and V8 reserve far more than they use. */
const dataKilobytes = 3 * 1024 * 1024

const extractedText = z.object({
  outcome: z.enum(readOutcomes),
  pages: z.array(z.object({ page: z.int().positive().nullable(), text: z.string().min(1) })).max(readLimits.pages),
})

type Extraction = {
  /** The end of the name in lower case, without the dot. */
  readonly extension: string
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

/** Throws only if it was stopped by the signal, or the machine cannot start a process. */
export async function runExtraction(
  file: string,
  { extension, signal, timeoutMs = readLimits.milliseconds }: Extraction,
): Promise<AttachmentText> {
  signal.throwIfAborted()
  const confinement = await findConfinement()
  const input = await open(file)
  const child = spawn(
    '/bin/sh',
    [
      ...limitedCommand({ dataKilobytes, cpuSeconds: Math.ceil(timeoutMs / 1000) * 2, fileBlocks: 0, niceness: 10 }),
      ...confinement,
      process.execPath,
      `--max-old-space-size=${readLimits.heapMegabytes}`,
      '--permission',
      `--allow-fs-read=${root}/*`,
      '--no-warnings',
      program,
      extension,
    ],
    {
      cwd: os.tmpdir(),
      env: bareEnvironment(),
      stdio: [input.fd, 'pipe', 'ignore'],
    },
  )
  let outcome: ReadOutcome | null = null
  const end = (reason: ReadOutcome) => {
    outcome ??= reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => end('too_slow'), timeoutMs)
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop, { once: true })
  const chunks: Buffer[] = []
  let size = 0
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxOutputBytes) end('too_large')
    else chunks.push(chunk)
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    if (outcome !== null) return { outcome, pages: [] }
    // Out of memory, or a parser that failed: trying again would not help.
    if (code !== 0) return { outcome: 'damaged', pages: [] }
    return extractedText.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    await input.close()
  }
}
