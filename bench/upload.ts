/**
 * An upload with the real uploader over the local network interface, compared with a plain copy of the same bytes to
 * the same disk.
 */
import { randomBytes } from 'node:crypto'
import { open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { alwaysOnline, nodeCalls, nodeTransport } from '../e2e/support/node-uploader.ts'
import type { RunningServer } from '../e2e/support/server.ts'
import { createUpload, fileSource, memoryJournal, createJournalEntry } from '../packages/recorder/src/upload/index.ts'
import { report, round } from './report.ts'

const uploadBytes = 500_000_000
const rounds = 3

export async function benchUpload(server: RunningServer, token: string): Promise<void> {
  const content = randomBytes(uploadBytes)
  const copies: number[] = []
  const uploads: number[] = []
  let peakMb = 0
  for (let i = 0; i < rounds; i++) {
    copies.push(await measureMs(() => copyToDisk(content, path.join(server.dataDirectory, 'copy.bin'))))
    uploads.push(await measureMs(() => upload(server, token, content)))
    peakMb = Math.max(peakMb, await peakMemoryMb(server))
    // So that no round finds the parts of the previous one.
    content[0] = i
  }
  const best = (times: readonly number[]) => round(uploadBytes / 1000 / Math.min(...times))
  report(
    'upload',
    {
      megabytes: uploadBytes / 1_000_000,
      uploadMbPerSecond: best(uploads),
      copyMbPerSecond: best(copies),
      share: round((100 * Math.min(...copies)) / Math.min(...uploads)),
      serverMb: peakMb,
    },
    'share of a plain copy, in percent; memory stays flat',
  )
}

async function upload(server: RunningServer, token: string, content: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = new File([content], 'bench.webm', { type: 'video/webm' })
  const { promise: accepted, resolve, reject } = Promise.withResolvers<void>()
  const running = createUpload({
    source: fileSource(file),
    entry: await createJournalEntry({ owner: 'bench', file }),
    calls: nodeCalls(server.baseURL, token),
    transport: nodeTransport(server.baseURL),
    journal: memoryJournal(),
    connection: alwaysOnline,
    onState({ phase, message }) {
      if (phase === 'processing') resolve()
      if (phase === 'failed') reject(new Error(message ?? phase))
    },
  })
  void running.run()
  await accepted
  await running.cancel()
}

/** Writes durably, as a program that must keep its bytes does: with a sync to the disk. */
async function copyToDisk(content: Uint8Array, target: string): Promise<void> {
  const file = await open(target, 'w')
  await file.writeFile(content)
  await file.sync()
  await file.close()
  await rm(target)
}

async function peakMemoryMb(server: RunningServer): Promise<number> {
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

async function measureMs(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}
