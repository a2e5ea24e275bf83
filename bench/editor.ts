/**
 * Editing in the real edit page on a slow machine: milliseconds from a key to its painted letter, and from a URL to a
 * text that can be read and edited. The empty note shows how much of that is the machine. BENCH_BLOCKS=300,3000 chooses
 * sizes.
 */
import os from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Browser, type Page } from '@playwright/test'
import * as Y from 'yjs'
import { buildArticle, buildNote } from '../packages/server/src/article/article.builder.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import type { NoteSession } from '../packages/web/src/note/session/note-session.ts'
import { joinNote, openDraft, ignoreUpdates, type NoteAddress } from './collaboration.ts'
import { longNote } from './long-note.ts'
import { percentile, report, round } from './report.ts'

type Target = { baseURL: string; token: string; userId: string; workspaceId: string; db: Db }

const colleagueCount = 10
/** A fast typist. */
const keyIntervalMs = 125
const keyCount = 150
const cpuSlowdown = 4
const openingCount = 3
const visibleColleagueCount = 3

/** Number of text blocks in a note, and the milliseconds within which 95 of 100 keys must be painted. */
const targetMs: Readonly<Record<number, number>> = { 0: 50, 300: 50, 3_000: 150 }
const blocksPerSection = 30

export async function benchEditor(target: Target): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--no-first-run', ...(isRoot ? ['--no-sandbox'] : [])],
  })
  try {
    report('editor', { cpuSlowedBy: cpuSlowdown, loadOfMachine: round(os.loadavg()[0] ?? 0) })
    const sizes = process.env['BENCH_BLOCKS']?.split(',').map(Number) ?? Object.keys(targetMs).map(Number)
    for (const blocks of sizes) {
      const note = await makeNote(target, blocks)
      report(`open a note of ${blocks} blocks`, await benchOpening(browser, target, note))
      for (const others of [0, colleagueCount]) {
        const times = await benchTyping(browser, target, note, others)
        report(`type in ${blocks} blocks, ${others} colleagues`, times, `p95 ≤ ${targetMs[blocks] ?? 50} ms`)
      }
    }
  } finally {
    await browser.close()
  }
}

async function makeNote(target: Target, blocks: number): Promise<NoteAddress> {
  // The empty note has a line for the caret and one for each colleague.
  const note =
    blocks === 0 ? buildNote('\n'.repeat(colleagueCount)) : longNote(target.userId, blocks / blocksPerSection)
  const { id } = await buildArticle(target.db, {
    workspace: { id: target.workspaceId },
    author: { id: target.userId },
    title: `A note of ${blocks} blocks`,
    textTabs: [{ note }],
  })
  return openDraft(target, id)
}

async function openPage(browser: Browser, { baseURL, token }: Target): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ name: 'knowreel_token', value: token, url: baseURL }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return page
}

const editorOf = (page: Page) => page.locator('.ProseMirror[contenteditable="true"]')

type Opening = { textMs: number; editableMs: number }

/** Medians of several visits with a warm browser cache. */
async function benchOpening(browser: Browser, target: Target, { articleId }: NoteAddress): Promise<Opening> {
  const times: Opening[] = []
  const page = await openPage(browser, target)
  for (let visit = 0; visit <= openingCount; visit += 1) {
    await page.goto('about:blank')
    await page.addInitScript(measureOpening)
    await page.goto(`${target.baseURL}/draft/${articleId}`, { waitUntil: 'commit' })
    await editorOf(page).waitFor({ timeout: 60_000 })
    const seen = await page.evaluate(() => (window as unknown as { opening: Opening }).opening)
    if (visit > 0) times.push(seen)
  }
  await page.context().close()
  const median = (key: keyof Opening) =>
    percentile(
      times.map((time) => time[key]),
      0.5,
    )
  return { textMs: median('textMs'), editableMs: median('editableMs') }
}

/** Runs in the page: milliseconds from navigation until the text is painted, and until it accepts keys. */
function measureOpening(): void {
  const opening = { textMs: 0, editableMs: 0 }
  Object.assign(window, { opening })
  const look = (): void => {
    if (opening.textMs === 0 && document.querySelector('main [data-key]')) {
      requestAnimationFrame(() => setTimeout(() => (opening.textMs = performance.now())))
    }
    if (document.querySelector('.ProseMirror[contenteditable="true"]')) opening.editableMs = performance.now()
    else setTimeout(look, 4)
  }
  look()
}

type Typing = { keys: number; p50Ms: number; p95Ms: number; maxMs: number; eventP95Ms: number; arrivals: number }

async function benchTyping(browser: Browser, target: Target, address: NoteAddress, others: number): Promise<Typing> {
  const page = await openPage(browser, target)
  await page.goto(`${target.baseURL}/draft/${address.articleId}`)
  await editorOf(page).waitFor({ timeout: 60_000 })
  const middle = await setCaret(page)
  const crowd = await Promise.all(
    Array.from({ length: others }, (_, at) => joinNote(target, address, `colleague ${at}`)),
  )
  const typists = crowd.map((session, at) => new Colleague(session, lineFor(session, middle, at, others)))
  crowd.forEach(ignoreUpdates)
  const stops = typists.map((typist, at) => typist.start((at * keyIntervalMs) / others))
  await delay(1500)

  await page.evaluate(measureKeys)
  for (let key = 0; key < keyCount; key += 1) {
    await page.keyboard.press(key % 40 < 20 ? 'x' : 'Backspace')
    await delay(keyIntervalMs)
  }
  await delay(300)
  const { paints, events, arrivals } = await page.evaluate(() => (window as unknown as { keyed: KeyTimings }).keyed)
  for (const stop of stops) stop()
  for (const session of crowd) session.destroy()
  await page.context().close()
  if (paints.length < keyCount) throw new Error(`Only ${paints.length} of ${keyCount} keys were painted`)
  // The colleagues' writing arrives in batches, several per second.
  if (others > 0 && arrivals < keyCount / 3) throw new Error(`The colleagues were seen writing only ${arrivals} times`)
  return {
    keys: paints.length,
    p50Ms: percentile(paints, 0.5),
    p95Ms: percentile(paints, 0.95),
    maxMs: percentile(paints, 1),
    // The browser does not report events that take less than a frame.
    eventP95Ms:
      events.length < keyCount * 0.05
        ? 16
        : percentile([...Array.from({ length: Math.max(0, keyCount - events.length) }, () => 16), ...events], 0.95),
    arrivals,
  }
}

/** Sets the caret in a line in the middle of the note; returns its index among the blocks. */
const setCaret = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const editor = document.querySelector<HTMLElement>('.ProseMirror')
    if (!editor) return 0
    const blocks = [...editor.children]
    const lines = blocks.filter(({ tagName, nextElementSibling: next }) => tagName === 'P' && next?.tagName === 'P')
    const line = lines[Math.floor(lines.length / 2)]
    if (!line) throw new Error('There is no line to write in')
    line.scrollIntoView({ block: 'center' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    editor.focus()
    getSelection()?.setPosition(line, line.childNodes.length)
    await new Promise((resolve) => setTimeout(resolve, 500))
    return blocks.indexOf(line)
  })

type KeyTimings = { paints: number[]; events: number[]; arrivals: number }

/**
 * Runs in the page: milliseconds from each key until the frame with its letter is painted, and the browser's own
 * measurement of it.
 */
function measureKeys(): void {
  const keyed: KeyTimings = { paints: [], events: [], arrivals: 0 }
  Object.assign(window, { keyed })
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => keyed.paints.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    },
    { capture: true },
  )
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === 'keydown') keyed.events.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  const editor = document.querySelector('.ProseMirror')
  const own = () => getSelection()?.anchorNode?.parentElement?.closest('[data-key]')
  if (editor) {
    new MutationObserver((records) => {
      const isOthers = records.some(({ target, type }) => type === 'characterData' && !own()?.contains(target))
      if (isOthers) keyed.arrivals += 1
    }).observe(editor, { subtree: true, characterData: true })
  }
}

/** Some colleagues write within view of the caret, the others spread over the note. */
function lineFor({ doc }: NoteSession, middle: number, at: number, count: number): Y.XmlText {
  const blocks = doc.getXmlFragment('default').toArray()
  const isLine = (block: unknown): block is Y.XmlElement =>
    block instanceof Y.XmlElement && block.nodeName === 'paragraph'
  const lines = blocks.filter(isLine)
  const own = lines.findIndex((line) => line === blocks[middle])
  const index = at < visibleColleagueCount ? own + 1 + at : Math.floor((lines.length * at) / count)
  const line = lines[index === own ? own - 1 : index]
  if (!line) throw new Error('There is no line for a colleague')
  const [first] = line.toArray()
  if (first instanceof Y.XmlText) return first
  const words = new Y.XmlText()
  line.insert(0, [words])
  return words
}

/** Writes a word at the end of a line and deletes it again, reporting its caret position. */
class Colleague {
  readonly #session: NoteSession
  readonly #line: Y.XmlText
  #typed = 0
  #isDeleting = false

  constructor(session: NoteSession, line: Y.XmlText) {
    this.#session = session
    this.#line = line
  }

  start(waitMs: number): () => void {
    let timer = setTimeout(() => {
      timer = setInterval(() => this.#press(), keyIntervalMs)
    }, waitMs)
    return () => clearInterval(timer)
  }

  #press(): void {
    const line = this.#line
    if (this.#isDeleting) line.delete(line.length - 1, 1)
    else line.insert(line.length, 'x')
    this.#typed += this.#isDeleting ? -1 : 1
    if (this.#typed === 0 || this.#typed === 12) this.#isDeleting = this.#typed === 12
    const caret = Y.createRelativePositionFromTypeIndex(line, line.length)
    this.#session.awareness.setLocalStateField('cursor', { anchor: caret, head: caret })
  }
}
