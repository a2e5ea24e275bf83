/**
 * `npm run bench [name …]`: prints each result as a JSON line. Names: reading tree signin browser collaboration start
 * upload video ocr timeline player editor pdf comments notifications search search-quality answers speech stop-to-article
 * admin removal; fuzz and growth run only when named.
 */
import path from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import { openDatabase } from '../packages/server/src/platform/database/database.ts'
import { embeddedConnection } from '../packages/server/src/platform/database/embedded-postgres.ts'
import { startServer, type RunningServer } from '../e2e/support/server.ts'
import { benchAdmin } from './admin.ts'
import { benchAnswers } from './answers.ts'
import { benchBrowser } from './browser.ts'
import { benchCollaboration } from './collaboration.ts'
import { benchComments } from './comments.ts'
import { benchEditor } from './editor.ts'
import { benchGrowth } from './growth/growth.ts'
import { benchReading, benchSignIn, benchTree } from './http.ts'
import { benchNotifications } from './notifications.ts'
import { benchOcr } from './ocr.ts'
import { benchPdf } from './pdf.ts'
import { benchPlayer } from './player.ts'
import { report, percentile } from './report.ts'
import { benchRemoval } from './removal.ts'
import { seedArticles, type Seeded } from './seed.ts'
import { benchUpload } from './upload.ts'
import { benchSearch } from './search.ts'
import { benchSearchQuality } from './search-quality.ts'
import { benchSpeech } from './speech.ts'
import { benchStopToArticle } from './stop-to-article.ts'
import { benchTimeline } from './timeline.ts'
import { benchVideo } from './video.ts'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { buildFuzzedDraft } from '../e2e/fuzz/fuzz-draft.ts'
import { fuzzEditing } from '../e2e/fuzz/fuzz-editing.ts'
import { createRandom } from '../e2e/fuzz/fuzz-random.ts'

const selectedBenchmarks = new Set(process.argv.slice(2))
const isSelected = (name: string): boolean => selectedBenchmarks.size === 0 || selectedBenchmarks.has(name)

const password = 'a password for measuring'

async function signUp(server: RunningServer, email: string) {
  const answer = await fetch(`${server.baseURL}/api/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ firstName: 'Ines', lastName: 'Okafor', email, password, companyTitle: 'Halden Systems' }),
  })
  if (!answer.ok) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`)
  const { token, user } = (await answer.json()) as { token: string; user: { id: string; company: { id: string } } }
  return { token, userId: user.id, companyId: user.company.id }
}

/** Writes to the database directly: creating 2,000 articles through calls would measure something else. */
const seed = (server: RunningServer, owner: { userId: string; companyId: string }): Promise<Seeded> =>
  withDatabase(server, async (db) => {
    const seeded = await seedArticles(db, owner)
    await sql`analyze`.execute(db)
    return seeded
  })

async function withDatabase<Result>(server: RunningServer, work: (db: Db) => Promise<Result>): Promise<Result> {
  const connection = embeddedConnection(path.join(server.dataDirectory, 'postgres'))
  const { db, close } = openDatabase({ connection, log: console, poolSize: 2 })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

const server = await startServer()
try {
  const owner = await signUp(server, 'ines@halden.example')
  const seeded = await seed(server, owner)
  const target = { baseURL: server.baseURL, token: owner.token }
  if (isSelected('start')) {
    await measureStart(server)
    report('memory at rest', { residentMb: await measureMemory(server) }, '≤ 150 MB without PostgreSQL')
  }
  if (isSelected('reading')) await benchReading(target, seeded)
  if (isSelected('tree')) await benchTree(target, seeded)
  if (isSelected('signin')) {
    // One account may try ten times per minute; several accounts make up the sample.
    const emails = ['ines@halden.example', 'two@halden.example', 'three@halden.example', 'four@halden.example']
    for (const email of emails.slice(1)) await signUp(server, email)
    await benchSignIn(
      target,
      emails.flatMap((email) => Array.from({ length: 9 }, () => ({ email, password }))),
    )
  }
  if (isSelected('browser')) await benchBrowser(target, seeded)
  if (isSelected('collaboration')) {
    for (const editors of [1, 10, 50, 100])
      await benchCollaboration({ ...target, articleId: seeded.articles[1]?.id ?? '', editors, edits: 200 })
  }
  if (isSelected('editor')) {
    const { userId } = owner
    await withDatabase(server, (db) => benchEditor({ ...target, db, userId, workspaceId: seeded.workspace.id }))
  }
  if (isSelected('comments')) {
    await withDatabase(server, async (db) => {
      await benchComments(target, db, { ...owner, workspaceId: seeded.workspace.id })
    })
  }
  if (isSelected('upload')) await benchUpload(server, owner.token)
  if (isSelected('video')) await benchVideo({ server, token: owner.token })
  if (isSelected('timeline')) await benchTimeline()
  if (isSelected('player')) await benchPlayer()
  if (isSelected('ocr')) await benchOcr()
  if (isSelected('pdf')) await benchPdf()
  if (isSelected('notifications'))
    await withDatabase(server, (db) => benchNotifications(server.baseURL, db, owner, seeded))
  if (isSelected('search')) await withDatabase(server, (db) => benchSearch(server, db))
  if (isSelected('search-quality'))
    await withDatabase(server, (db) => benchSearchQuality(db, path.join(server.dataDirectory, 'postgres')))
  if (isSelected('answers')) await withDatabase(server, (db) => benchAnswers(db))
  if (isSelected('speech')) await benchSpeech()
  if (isSelected('stop-to-article')) {
    const { workspace } = seeded
    await withDatabase(server, (db) => benchStopToArticle({ server, db, ...owner, workspaceId: workspace.id }))
  }
  if (isSelected('removal'))
    await withDatabase(server, (db) => benchRemoval(server, db, { userId: owner.userId, token: owner.token }, seeded))
  if (isSelected('admin'))
    await withDatabase(server, (db) => benchAdmin(server, db, { userId: owner.userId, token: owner.token }))
  if (selectedBenchmarks.has('fuzz')) await benchFuzzEditing()
  if (selectedBenchmarks.has('growth')) await benchGrowth()
  report('memory after', { residentMb: await measureMemory(server) })
} finally {
  await server.stop()
}

/** Time from starting the server to a healthy response, with an existing database. */
async function measureStart(server: RunningServer): Promise<void> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    await server.restart('SIGTERM')
    times.push(server.startupMs())
  }
  report(
    'start to healthy',
    { starts: times.length, p50Ms: percentile(times, 0.5), maxMs: percentile(times, 1) },
    '≤ 1500 ms',
  )
}

/** Resident megabytes of the server process itself, once it is idle. */
async function measureMemory(server: RunningServer): Promise<number> {
  await delay(8000)
  const status = await readFile(`/proc/${server.pid()}/status`, 'utf8')
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
  return Math.round(kilobytes / 1024)
}

/**
 * `npm run bench fuzz`: two browsers edit one note at random for five minutes. FUZZ_SEED repeats a run, FUZZ_SECONDS
 * makes it shorter.
 */
async function benchFuzzEditing(): Promise<void> {
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
