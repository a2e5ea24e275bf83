/**
 * Two people change one note at random in two browsers, while pages reload, networks fail and the server is killed.
 * Once everything settles, both editors, the database and the published page must be identical; nothing that the server
 * reported as saved may be missing; and no page may report errors other than the lost network.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { type NoteJson, noteSize } from '../../packages/shared/src/note/note-document.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import type { RunningServer } from '../support/server.ts'
import { performRandomAction } from './fuzz-actions.ts'
import { checkNote, focusLedger, readClock, readLedger, readNote, recordReceipts, type Clock } from './fuzz-page.ts'
import { findPublishingFaults } from './fuzz-publish.ts'
import type { Random } from './fuzz-random.ts'
import { waitForConvergence, findMissingEdits } from './fuzz-convergence.ts'
import { countUploads, renameArticle } from './fuzz-widgets.ts'

export type FuzzInput = {
  server: RunningServer
  db: Db
  browser: Browser
  /** Session tokens of the two people. */
  tokens: readonly [string, string]
  /** A draft; its first tab begins with two empty paragraphs, the second tab is called "Other". */
  article: { id: string; shortId: string; tabId: string; otherTabId: string }
  random: Random
  seconds: number
  /** Approximate seconds between two kills of the server. */
  killIntervalSeconds: number
}

export type FuzzResult = {
  actions: number
  kills: number
  reloads: number
  offline: number
  words: number
  size: number
  /** The faults found; empty after a successful run. */
  faults: string[]
}

type Word = { text: string; clock: Clock }

type FuzzSession = {
  personIndex: number
  page: Page
  context: BrowserContext
  random: Random
  words: Word[]
  /** Words written into the other tab. */
  otherWords: Word[]
  isOnline: boolean
  /** The most recent actions, newest last. */
  recentActions: string[]
}

/**
 * A lost network, preloads that a slow page used too late, and ProseMirror's warning about whole cells that
 * prosemirror-tables selects.
 */
const ignoredMessages =
  /WebSocket|Failed to load resource|net::ERR|Failed to fetch|TextSelection endpoint not pointing|was preloaded using/

const READY_TIMEOUT_MS = 90_000
const SETTLE_TIMEOUT_MS = 60_000
/** Short, because a tab that was never opened online cannot be edited offline. */
const TAB_TIMEOUT_MS = 2_500

export async function fuzzEditing(input: FuzzInput): Promise<FuzzResult> {
  const { server, db, article, random, seconds } = input
  const faults: string[] = []
  /** Per client: the last edit that the server has reported as saved. */
  const saved = new Map<number, number>()
  const result: FuzzResult = { actions: 0, kills: 0, reloads: 0, offline: 0, words: 0, size: 0, faults }
  const people = [await openSession(input, 0, saved, faults), await openSession(input, 1, saved, faults)] as const
  const end = Date.now() + seconds * 1_000
  const tabIds = [article.tabId, article.otherTabId]

  const edit = async (editing: FuzzSession): Promise<void> => {
    try {
      while (Date.now() < end) await performStep(editing, result)
    } catch (error) {
      faults.push(
        `person ${editing.personIndex} after ${editing.recentActions.join(', ')}: ${String(error)}\n${await describePage(editing)}`,
      )
    }
  }
  const kill = async (): Promise<void> => {
    const kills = random.fork(7)
    for (;;) {
      await delay(
        Math.min(input.killIntervalSeconds * (0.6 + kills.below(800) / 1_000) * 1_000, Math.max(0, end - Date.now())),
      )
      if (Date.now() >= end) return
      const before = new Map(saved)
      await restartServer(server)
      result.kills += 1
      faults.push(...(await findMissingEdits(db, article.id, tabIds, before)))
    }
  }
  await Promise.all([...people.map(edit), kill()])

  for (const editing of people) {
    await editing.context.setOffline(false)
    await waitForUploads(editing).catch((error: unknown) =>
      faults.push(`uploads of person ${editing.personIndex}: ${String(error)}`),
    )
  }
  faults.push(...(await waitForConvergence(db, article.id, article.tabId, people, saved)))
  result.size = noteSize((await readNote(people[0].page)) as NoteJson)
  for (const editing of people) {
    const ledger = await readLedger(editing.page, editing.personIndex)
    faults.push(...findLostWords(editing.words, ledger, saved))
    result.words += editing.words.length + editing.otherWords.length
    await checkNote(editing.page).catch((error: unknown) => faults.push(`not a note any more: ${String(error)}`))
    await openTab(editing.page, 'Other', READY_TIMEOUT_MS)
  }
  faults.push(...(await waitForConvergence(db, article.id, article.otherTabId, people, saved)))
  for (const { page, otherWords } of people) {
    faults.push(...findLostWords(otherWords, await page.evaluate(() => window.fuzzEditor().getText()), saved))
  }
  faults.push(...(await findMissingEdits(db, article.id, tabIds, saved)))
  if (faults.length === 0) faults.push(...(await findPublishingFaults(input, people[0].page, people[1].page)))
  for (const { context } of people) await context.close()
  return result
}

/** A restart takes long on a busy machine. */
async function restartServer(server: RunningServer): Promise<void> {
  try {
    await server.restart('SIGKILL')
  } catch (error) {
    for (const until = Date.now() + READY_TIMEOUT_MS; ; await delay(500)) {
      const answer = await fetch(`${server.baseURL}/api/health`).catch(() => null)
      if (answer?.ok) return
      if (Date.now() > until) throw error
    }
  }
}

async function openSession(
  { browser, server, tokens, article, random }: FuzzInput,
  who: number,
  saved: Map<number, number>,
  faults: string[],
): Promise<FuzzSession> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: server.baseURL })
  await context.addCookies([{ name: 'knowreel_token', value: tokens[who] ?? '', url: server.baseURL }])
  const page = await context.newPage()
  const editing: FuzzSession = {
    personIndex: who,
    page,
    context,
    random: random.fork(who + 1),
    words: [],
    otherWords: [],
    isOnline: true,
    recentActions: [],
  }
  const report = (fault: string) => faults.push(`person ${who} after ${editing.recentActions.join(', ')}: ${fault}`)
  page.on('pageerror', (error) => report(`thrown: ${String(error)} ${error.stack ?? ''}`))
  page.on('crash', () => report('the page crashed'))
  page.on('dialog', (dialog) => void dialog.accept())
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !ignoredMessages.test(text))
      report(`${message.type()}: ${text}`)
  })
  await recordReceipts(page, (client, clock) => {
    saved.set(client, Math.max(saved.get(client) ?? 0, clock))
  })
  await page.goto(`/article/${article.shortId}/edit`)
  await isReady(page)
  return editing
}

const isReady = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      document.querySelector<HTMLElement & { editor?: { isEditable: boolean } }>('[contenteditable][aria-label="Note"]')
        ?.editor?.isEditable === true,
    null,
    { timeout: READY_TIMEOUT_MS },
  )

async function performStep(editing: FuzzSession, result: FuzzResult): Promise<void> {
  const { page, context, random } = editing
  const chance = random.below(1_000)
  if (chance < 4 && editing.isOnline) {
    logAction(editing, 'reload')
    result.reloads += 1
    await reload(editing)
  } else if (chance < 12) {
    editing.isOnline = !editing.isOnline
    if (!editing.isOnline) result.offline += 1
    logAction(editing, editing.isOnline ? 'online' : 'offline')
    await context.setOffline(!editing.isOnline)
  } else if (chance < 60 && !editing.isOnline) {
    editing.isOnline = true
    logAction(editing, 'online')
    await context.setOffline(false)
  } else if (chance < 68) {
    logAction(editing, 'asleep')
    await freezePage(editing)
  } else if (chance < 78) {
    logAction(editing, 'other tab')
    await writeInOtherTab(editing)
  } else if (chance < 84 && editing.personIndex === 0) {
    logAction(editing, 'title')
    await renameArticle(page, random)
  } else if (chance < 140) {
    await writeWord(editing)
  } else {
    const name = await performRandomAction(page, random)
    logAction(editing, name)
    if (name === 'undo') await dropUndoneWords(editing)
  }
  result.actions += 1
}

function logAction(editing: FuzzSession, what: string): void {
  editing.recentActions.push(what)
  if (editing.recentActions.length > 6) editing.recentActions.shift()
}

/** The server may be down at this moment; once the page has loaded, it must become ready without help. */
async function reload(editing: FuzzSession): Promise<void> {
  const { page } = editing
  for (const until = Date.now() + READY_TIMEOUT_MS; ; await delay(500)) {
    const isThere = await page.reload({ timeout: READY_TIMEOUT_MS }).then(
      () => true,
      () => false,
    )
    if (isThere) break
    if (Date.now() > until) throw new Error('The page did not come back')
  }
  await isReady(page)
}

/** The state of the page, for diagnosing a failure. */
async function describePage({ page, personIndex }: FuzzSession): Promise<string> {
  await page.screenshot({ path: `test-results/fuzz-${personIndex}.png` }).catch(() => {})
  const shown = await page.evaluate(() => document.body.innerText).catch(String)
  return `${page.url()}\n${shown.slice(0, 400)} … ${shown.slice(-300)}`
}

async function writeWord(editing: FuzzSession): Promise<void> {
  const { page, personIndex, words } = editing
  const text = `w${personIndex}x${words.length}e `
  await focusLedger(page, personIndex)
  await page.keyboard.type(text)
  words.push({ text, clock: await readClock(page) })
  logAction(editing, 'word')
}

/** Words that their writer undid are not lost. */
async function dropUndoneWords(editing: FuzzSession): Promise<void> {
  const ledger = await readLedger(editing.page, editing.personIndex)
  editing.words = editing.words.filter(({ text }) => ledger.includes(text.trim()))
}

const findLostWords = (words: readonly Word[], text: string, saved: ReadonlyMap<number, number>): string[] =>
  words
    .filter((word) => !text.includes(word.text.trim()) && (saved.get(word.clock.client) ?? 0) >= word.clock.clock)
    .map((word) => `the saved word ${word.text}is lost`)

/** Returns whether the tab's editor appears. */
async function openTab(page: Page, name: string, withinMs: number): Promise<boolean> {
  await page.getByRole('tab', { name, exact: true }).click()
  const editor = page.getByRole('textbox', { name, exact: true })
  return editor.waitFor({ timeout: withinMs }).then(
    () => true,
    () => false,
  )
}

async function writeInOtherTab({ page, personIndex, otherWords }: FuzzSession): Promise<void> {
  if (await openTab(page, 'Other', TAB_TIMEOUT_MS)) {
    const text = `o${personIndex}x${otherWords.length}e `
    await page.evaluate(() => window.fuzzEditor().commands.focus('end', { scrollIntoView: false }))
    await page.keyboard.type(text)
    otherWords.push({ text, clock: await readClock(page) })
  }
  if (!(await openTab(page, 'Note', READY_TIMEOUT_MS))) throw new Error('The tab did not come back')
}

/** Simulates a background tab or a closed laptop lid. */
async function freezePage({ page, context, random }: FuzzSession): Promise<void> {
  const tools = await context.newCDPSession(page)
  await tools.send('Page.setWebLifecycleState', { state: 'frozen' })
  await delay(500 + random.below(2_500))
  await tools.send('Page.setWebLifecycleState', { state: 'active' })
  await tools.detach()
}

/** Images inserted offline upload once the network is back. */
async function waitForUploads({ page }: FuzzSession): Promise<void> {
  for (const until = Date.now() + SETTLE_TIMEOUT_MS; (await countUploads(page)) > 0; await delay(250)) {
    const group = page.getByRole('group', { name: /^Upload of/ })
    const retry = group.getByRole('button', { name: 'Try again', exact: true })
    for (const button of await retry.all()) await button.click({ timeout: 1_000 }).catch(() => undefined)
    if (Date.now() > until) throw new Error(`${await countUploads(page)} are still on their way`)
  }
}
