/** `npm run bench fuzz`: two browsers edit one note at random for five minutes. FUZZ_SEED repeats a run, FUZZ_SECONDS makes it shorter. */
import path from 'node:path'
import { chromium } from '@playwright/test'
import { buildFuzzedDraft } from '../e2e/fuzz/fuzz-draft.ts'
import { fuzzEditing } from '../e2e/fuzz/fuzz-editing.ts'
import { createRandom } from '../e2e/fuzz/fuzz-random.ts'
import { startServer } from '../e2e/support/server.ts'
import { openDatabase } from '../packages/server/src/platform/database/database.ts'
import { embeddedConnection } from '../packages/server/src/platform/database/embedded-postgres.ts'
import { report } from './report.ts'

export async function benchFuzzEditing(): Promise<void> {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000)
  const seconds = Number(process.env['FUZZ_SECONDS'] ?? 300)
  const server = await startServer()
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  const connection = embeddedConnection(path.join(server.dataDirectory, 'postgres'))
  const { db, close } = openDatabase({ connection, log: console, poolSize: 2 })
  try {
    const { tokens, article } = await buildFuzzedDraft(db)
    report('fuzz editing begins', { seed, seconds })
    const input = { server, db, browser, tokens, article, random: createRandom(seed), seconds, killIntervalSeconds: 30 }
    const { faults, ...figures } = await fuzzEditing(input)
    for (const fault of faults) process.stdout.write(`${fault}\n`)
    report('fuzz editing', { seed, ...figures, faults: faults.length }, 'no faults')
    if (faults.length > 0) process.exitCode = 1
  } finally {
    await close()
    await browser.close()
    await server.stop()
  }
}

if (import.meta.main) await benchFuzzEditing()
