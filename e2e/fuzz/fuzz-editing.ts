/**
 * Two people change one note at random, in two browsers, while pages are loaded again, networks go away and the server is
 * killed. When they come to rest, both editors, the database and the published page must say the same; nothing the server
 * called saved may be missing; and no page may have complained of anything but the lost network.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import * as Y from 'yjs'
import { type NoteJson, noteSize, sortedMarks, type NoteNode } from '../../packages/shared/src/note/note-document.ts'
import { noteJsonToHtml } from '../../packages/shared/src/note/note-html.ts'
import { readNoteJson } from '../../packages/server/src/note/index.ts'
import { loadNote } from '../../packages/server/src/note/note.queries.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import type { RunningServer } from '../server.ts'
import { doSomething } from './fuzz-actions.ts'
import { checkNote, goToLedger, readClock, readLedger, readNote, witnessReceipts, type Clock } from './fuzz-page.ts'
import type { Random } from './fuzz-random.ts'

export type FuzzInput = {
  server: RunningServer
  db: Db
  browser: Browser
  /** Sessions of the two. */
  tokens: readonly [string, string]
  /** A draft; its first tab begins with two empty paragraphs. */
  article: { id: string; shortId: string; tabId: string }
  random: Random
  seconds: number
  /** Seconds between two kills of the server, about. */
  killEvery: number
}

export type FuzzResult = {
  actions: number
  kills: number
  reloads: number
  offline: number
  words: number
  size: number
  /** Of what went wrong; empty when nothing did. */
  faults: string[]
}

type Word = { text: string; clock: Clock }

type Editing = {
  who: number
  page: Page
  context: BrowserContext
  random: Random
  words: Word[]
  isOnline: boolean
  /** Some of the last things done, newest last. */
  trail: string[]
}

/** A lost network, a page that was slow for it, and ProseMirror's word about a whole cell that prosemirror-tables selects. */
const expected =
  /WebSocket|Failed to load resource|net::ERR|Failed to fetch|TextSelection endpoint not pointing|was preloaded using/

const READY_MS = 90_000
const CALM_MS = 60_000

export async function fuzzEditing(input: FuzzInput): Promise<FuzzResult> {
  const { server, db, article, random, seconds } = input
  const faults: string[] = []
  /** By client: up to which edit the server has said "saved". */
  const saved = new Map<number, number>()
  const result: FuzzResult = { actions: 0, kills: 0, reloads: 0, offline: 0, words: 0, size: 0, faults }
  const people = [await open(input, 0, saved, faults), await open(input, 1, saved, faults)] as const
  const end = Date.now() + seconds * 1_000

  const edit = async (editing: Editing): Promise<void> => {
    try {
      while (Date.now() < end) await step(editing, result)
    } catch (error) {
      faults.push(`person ${editing.who} after ${editing.trail.join(', ')}: ${String(error)}\n${await see(editing)}`)
    }
  }
  const kill = async (): Promise<void> => {
    const kills = random.fork(7)
    for (;;) {
      await delay(Math.min(input.killEvery * (0.6 + kills.below(800) / 1_000) * 1_000, Math.max(0, end - Date.now())))
      if (Date.now() >= end) return
      const before = new Map(saved)
      await restart(server)
      result.kills += 1
      faults.push(...(await findUnsaved(db, article, before)))
    }
  }
  await Promise.all([...people.map(edit), kill()])

  for (const { context } of people) await context.setOffline(false)
  await comeToRest(input, people, saved, faults)
  result.size = noteSize((await readNote(people[0].page)) as NoteJson)
  for (const editing of people) {
    faults.push(...(await findLostWords(editing, saved)))
    result.words += editing.words.length
    await checkNote(editing.page).catch((error: unknown) => faults.push(`not a note any more: ${String(error)}`))
  }
  faults.push(...(await findUnsaved(db, article, saved)))
  for (const { context } of people) await context.close()
  return result
}

/** On a machine that is busy with other things it may take its time. */
async function restart(server: RunningServer): Promise<void> {
  try {
    await server.restart('SIGKILL')
  } catch (error) {
    for (const until = Date.now() + READY_MS; ; await delay(500)) {
      const answer = await fetch(`${server.baseURL}/api/health`).catch(() => null)
      if (answer?.ok) return
      if (Date.now() > until) throw error
    }
  }
}

async function open(
  { browser, server, tokens, article, random }: FuzzInput,
  who: number,
  saved: Map<number, number>,
  faults: string[],
): Promise<Editing> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: server.baseURL })
  await context.addCookies([{ name: 'knowreel_token', value: tokens[who] ?? '', url: server.baseURL }])
  const page = await context.newPage()
  const editing: Editing = { who, page, context, random: random.fork(who + 1), words: [], isOnline: true, trail: [] }
  const tell = (fault: string) => faults.push(`person ${who} after ${editing.trail.join(', ')}: ${fault}`)
  page.on('pageerror', (error) => tell(`thrown: ${String(error)} ${error.stack ?? ''}`))
  page.on('crash', () => tell('the page crashed'))
  page.on('dialog', (dialog) => void dialog.accept())
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !expected.test(text)) tell(`${message.type()}: ${text}`)
  })
  await witnessReceipts(page, (client, clock) => {
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
    { timeout: READY_MS },
  )

async function step(editing: Editing, result: FuzzResult): Promise<void> {
  const { page, context, random } = editing
  const chance = random.below(1_000)
  if (chance < 4 && editing.isOnline) {
    note(editing, 'reload')
    result.reloads += 1
    await reload(editing)
  } else if (chance < 12) {
    editing.isOnline = !editing.isOnline
    if (!editing.isOnline) result.offline += 1
    note(editing, editing.isOnline ? 'online' : 'offline')
    await context.setOffline(!editing.isOnline)
  } else if (chance < 60 && !editing.isOnline) {
    editing.isOnline = true
    note(editing, 'online')
    await context.setOffline(false)
  } else if (chance < 120) {
    await writeWord(editing)
  } else {
    const name = await doSomething(page, random)
    note(editing, name)
    if (name === 'undo') await forgetUndone(editing)
  }
  result.actions += 1
}

function note(editing: Editing, what: string): void {
  editing.trail.push(what)
  if (editing.trail.length > 6) editing.trail.shift()
}

/** The server may be away just then; a page that is there must become ready by itself. */
async function reload(editing: Editing): Promise<void> {
  const { page } = editing
  for (const until = Date.now() + READY_MS; ; await delay(500)) {
    const isThere = await page.reload({ timeout: READY_MS }).then(
      () => true,
      () => false,
    )
    if (isThere) break
    if (Date.now() > until) throw new Error('The page did not come back')
  }
  await isReady(page)
}

/** What stands on the page, for whoever looks for the reason. */
async function see({ page, who }: Editing): Promise<string> {
  await page.screenshot({ path: `test-results/fuzz-${who}.png` }).catch(() => {})
  const shown = await page.evaluate(() => document.body.innerText).catch(String)
  return `${page.url()}\n${shown.slice(0, 400)} … ${shown.slice(-300)}`
}

async function writeWord(editing: Editing): Promise<void> {
  const { page, who, words } = editing
  const text = `w${who}x${words.length}e `
  await goToLedger(page, who)
  await page.keyboard.type(text)
  words.push({ text, clock: await readClock(page) })
  note(editing, 'word')
}

/** What its writer takes back is not lost. */
async function forgetUndone(editing: Editing): Promise<void> {
  const ledger = await readLedger(editing.page, editing.who)
  editing.words = editing.words.filter(({ text }) => ledger.includes(text.trim()))
}

async function findLostWords({ page, who, words }: Editing, saved: ReadonlyMap<number, number>): Promise<string[]> {
  const ledger = await readLedger(page, who)
  return words
    .filter(({ text, clock }) => !ledger.includes(text.trim()) && (saved.get(clock.client) ?? 0) >= clock.clock)
    .map(({ text }) => `the saved word ${text}of person ${who} is lost`)
}

/** Edits that were called saved and are not in the database. */
async function findUnsaved(
  db: Db,
  { id, tabId }: FuzzInput['article'],
  saved: ReadonlyMap<number, number>,
): Promise<string[]> {
  const document = new Y.Doc()
  const { snapshot, updates } = await loadNote(db, { articleId: id, tabId })
  if (snapshot) Y.applyUpdate(document, snapshot)
  for (const update of updates) Y.applyUpdate(document, update)
  const faults = [...saved].flatMap(([client, clock]) => {
    const stored = Y.getState(document.store, client)
    return stored < clock ? [`the database has ${stored} of ${clock} saved edits of client ${client}`] : []
  })
  document.destroy()
  return faults
}

/** Waits until everybody and the database say the same, or tells who does not. */
async function comeToRest(
  { db, article }: FuzzInput,
  people: readonly Editing[],
  saved: ReadonlyMap<number, number>,
  faults: string[],
): Promise<void> {
  let differences: string[] = []
  for (const until = Date.now() + CALM_MS; Date.now() < until; await delay(500)) {
    differences = []
    const notes = await Promise.all(people.map(({ page }) => readNote(page)))
    const stored = (await readNoteJson(db, article.id, article.tabId)) ?? { type: 'doc' }
    const [one, other] = notes.map((found) => plain(found as NoteJson))
    if (!isDeepStrictEqual(one, other)) differences.push('the two editors differ')
    if (!isDeepStrictEqual(one, plain(stored))) differences.push(`editor and database differ`)
    const [oneHtml, storedHtml] = [noteJsonToHtml(notes[0] as NoteJson), noteJsonToHtml(stored)]
    if (oneHtml !== storedHtml) differences.push(`the HTML differs:\n${firstDifference(oneHtml, storedHtml)}`)
    for (const { page, who } of people) {
      const { client, clock } = await readClock(page)
      if (clock > (saved.get(client) ?? 0)) differences.push(`edits of person ${who} were never called saved`)
    }
    if (differences.length === 0) return
  }
  faults.push(...differences)
}

/** Without the attributes that are null: an editor spells out what has its default value, the database does not. */
function plain(node: NoteNode): unknown {
  const defaults: Record<string, unknown> = { colspan: 1, rowspan: 1, start: 1, checked: false, layout: 'two-column' }
  const attrs = Object.entries(node.attrs ?? {}).filter(([name, value]) => value !== null && value !== defaults[name])
  return {
    type: node.type,
    text: node.text,
    attrs: Object.fromEntries(attrs),
    marks: sortedMarks(node.marks ?? []).map((mark) => ({
      type: mark.type,
      attrs: Object.fromEntries(Object.entries(mark.attrs ?? {}).filter(([, value]) => value !== null)),
    })),
    content: (node.content ?? []).map(plain),
  }
}

function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
  return `${around(one)}\n${around(other)}`
}
