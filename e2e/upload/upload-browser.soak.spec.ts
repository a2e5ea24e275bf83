/** The uploader in a real browser that goes offline, is killed and is restarted. */
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { chromium, expect, test, type BrowserContext, type Page } from '@playwright/test'
import type * as Recorder from '../../packages/recorder/src/upload/index.ts'
import { openFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { killBrowser } from '../support/kill-browser.ts'
import { signUp } from '../support/node-uploader.ts'
import { startServer, type RunningServer } from '../support/server.ts'

const packages = path.join(import.meta.dirname, '..', '..', 'packages')
const megabytes = 40
const quiet = { random: Math.random, maxPartBytes: Infinity, chooseFault: () => 'none' as const }
const modules = '/modules-for-tests'

declare global {
  interface Window {
    upload?: Recorder.Upload
    states?: Recorder.UploadState[]
  }
}

test.describe.configure({ timeout: 180_000 })

let server: RunningServer
let line: FaultProxy
let token: string
let profile: string
test.beforeAll(async () => {
  server = await startServer()
  token = await signUp(server.baseURL)
  // Slow enough to be interrupted.
  line = await openFaultProxy(server.baseURL, { ...quiet, bytesPerSecond: 6_000_000 })
  profile = mkdtempSync(path.join(os.tmpdir(), 'knowreel-profile-'))
})
test.afterAll(async () => {
  await line.close()
  await server.stop()
  rmSync(profile, { recursive: true, force: true })
})

/** Serves the sources with their types stripped, so that the page loads the product's own code. */
async function openBrowser(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(profile, test.info().project.use.launchOptions)
  await context.route(`**${modules}/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.slice(modules.length)
    const source = stripTypeScriptTypes(readFileSync(path.join(packages, file), 'utf8'))
    const body = source.replaceAll(/'@knowreel\/shared\/([^']+)'/g, `'${modules}/shared/src/$1'`)
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${line.url}/api/docs`)
  return { context, page }
}

/** The page generates the same bytes: a function cannot be passed to it. */
function makeBytes(length: number): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(length / 4)
  for (let i = 0, state = 7; i < words.length; i++) words[i] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return new Uint8Array(words.buffer)
}

/** Chooses the file and uploads it: a new upload, or the one in the journal. */
async function beginUpload(page: Page): Promise<{ known: number; isOtherFile: boolean | null }> {
  return page.evaluate(
    async ({ index, length, token: session }) => {
      const recorder = (await import(index)) as typeof Recorder
      const words = new Uint32Array(length / 4)
      for (let i = 0, state = 7; i < words.length; i++)
        words[i] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const bytes = new Uint8Array(words.buffer)
      const file = new File([bytes], 'Rooftop.webm', { type: 'video/webm' })
      const ask = async (method: string, address: string, body?: unknown) => {
        const answer = await fetch(`/api/video-upload/${address}`, {
          method,
          headers: { authorization: `Bearer ${session}`, ...(body ? { 'content-type': 'application/json' } : {}) },
          body: body ? JSON.stringify(body) : null,
        })
        const read = await answer.json()
        if (!answer.ok) throw Object.assign(new Error(read.error), { status: answer.status, code: read.code })
        return read
      }
      const journal = recorder.browserJournal()
      const [known] = await journal.list('ines')
      const isOtherFile = known
        ? (await recorder.isSameFile(known, new File([bytes.subarray(1)], 'Rooftop.webm'))) ||
          !(await recorder.isSameFile(known, file))
        : null
      window.states = []
      window.upload = recorder.createUpload({
        source: recorder.fileSource(file),
        entry: known ?? (await recorder.createJournalEntry({ owner: 'ines', file })),
        calls: {
          url: (query) => ask('GET', `url?${new URLSearchParams(query)}`),
          accept: (body) => ask('POST', 'accept', body),
          status: (id) => ask('GET', `status/${id}`),
        },
        transport: recorder.browserTransport,
        journal,
        connection: recorder.browserConnection,
        onState: (state) => window.states?.push(state),
      })
      void window.upload.run()
      return { known: known?.parts.reduce((sum, { size }) => sum + size, 0) ?? 0, isOtherFile }
    },
    {
      index: `${modules}/recorder/src/upload/index.ts`,
      length: megabytes * 1_000_000,
      token,
    },
  )
}

const stateOf = (page: Page) => page.evaluate(() => window.upload?.state())
const untilSent = (page: Page, sent: number) =>
  page.waitForFunction((bytes) => (window.upload?.state().sent ?? 0) >= bytes, sent, { polling: 20, timeout: 60_000 })

test('an upload resumes where it stopped after the network failed and the browser was killed', async () => {
  const first = await openBrowser()
  expect(await beginUpload(first.page)).toEqual({ known: 0, isOtherFile: null })
  await untilSent(first.page, 3_000_000)

  await first.context.setOffline(true)
  line.closeConnections()
  await expect
    .poll(() => stateOf(first.page), { timeout: 20_000 })
    .toMatchObject({ phase: 'waiting', message: 'Please check your internet connection' })
  await first.context.setOffline(false)
  await untilSent(first.page, 14_000_000)
  killBrowser(profile)
  await first.context.close().catch(() => undefined)

  const second = await openBrowser()
  const begun = await beginUpload(second.page)
  expect(begun.isOtherFile).toBe(false)
  expect(begun.known).toBeGreaterThanOrEqual(8_000_000)
  await expect
    .poll(() => stateOf(second.page), { timeout: 90_000 })
    .toMatchObject({ phase: 'failed', message: 'Only WebM, MP4 and QuickTime recordings can be used', canRetry: false })
  const percents = await second.page.evaluate(() => window.states?.map(({ percent }) => percent) ?? [])
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  expect(percents[0]).toBeGreaterThanOrEqual(10)
  await second.context.close()

  const folder = path.join(server.dataDirectory, 'files/originals')
  const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.bin'))
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(stored.map((name) => hash(readFileSync(path.join(folder, name))))).toEqual([
    hash(makeBytes(megabytes * 1_000_000)),
  ])
})
