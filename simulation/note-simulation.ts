/**
 * A run of people who write one note together, through the real collaboration server and the real sessions of the
 * editor, while connections, the server, the database and pages fail. A seed determines everything.
 */
import { noteSchema } from '../packages/shared/src/note/note-schema.ts'
import { compactNote } from '../packages/server/src/note/compact-note.ts'
import { createCollaboration, type Collaboration } from '../packages/server/src/note/index.ts'
import { storedNoteToJson } from '../packages/server/src/note/note-yjs.ts'
import { clearLocalEdits } from '../packages/web/src/note/session/local-edits.ts'
import type { Db } from '../packages/server/src/platform/database/db.ts'
import * as Y from 'yjs'
import { createRandom, type Random } from '../e2e/fuzz/fuzz-random.ts'
import { Network } from './network.ts'
import { NoteStorage } from './note-storage.ts'
import { articleId, SimulatedPage, tabId } from './simulated-page.ts'
import { pass } from './virtual-time.ts'

/** What a paragraph is put into now and then. */
const boxes = ['callout', 'toggle', null, null, null, null] as const

const people = ['ann', 'ann', 'bob', 'cem']
/** Longer than the silence after which a client gives up an idle connection. */
const healMs = 120_000

const weights = {
  write: 30,
  writeInside: 12,
  remove: 8,
  format: 5,
  undo: 5,
  wait: 12,
  cut: 6,
  slowConnection: 3,
  deadConnection: 2,
  goOffline: 4,
  comeBack: 5,
  killServer: 3,
  startServer: 6,
  killPage: 2,
  slowStorage: 3,
  failStorage: 2,
  healStorage: 5,
  lock: 3,
  compact: 4,
  saveArticle: 4,
}
type Step = keyof typeof weights

const everyRun = new Set<string>(['write', 'wait', 'comeBack', 'startServer', 'healStorage'])

/** Each run has habits of its own: some failures never happen and others again and again. */
function weightsOfRun(random: Random): Record<Step, number> {
  const entries = Object.entries(weights).map(([step, weight]) => {
    return [step, everyRun.has(step) ? weight : weight * random.pick([0, 1, 1, 5])]
  })
  return Object.fromEntries(entries) as Record<Step, number>
}

/** A broken promise of the product, with the steps that led to it. */
export class SimulationFault extends Error {
  override name = 'SimulationFault'
}

/** A step, as often as its weight says. */
function pickStep(random: Random, weights: Readonly<Record<Step, number>>): Step {
  const entries = Object.entries(weights) as [Step, number][]
  let rest = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [step, weight] of entries) if ((rest -= weight) < 0) return step
  throw new Error('no weights')
}

const wordsOf = (xml: string): string[] => xml.match(/w\d+w/g) ?? []

export class NoteSimulation {
  readonly #seed: number
  readonly #random: Random
  readonly #network: Network
  readonly #storage: NoteStorage
  readonly #weights: Record<Step, number>
  readonly #log: string[] = []
  /** Words of pages that are gone: the browser keeps them until their receipt. */
  readonly #leftBehind = new Set<string>()
  /** Words that a page has shown as saved. */
  readonly #promised = new Set<string>()
  /** The paragraph of each word, named by its first word. */
  readonly #homes = new Map<string, string>()
  /** Paragraphs that someone removed or undid: words that others write into them at the same time are lost too. */
  readonly #doomed = new Set<string>()
  #server: Collaboration | null = null
  /** The database as the server sees it. */
  #db: Db | null = null
  #pages: SimulatedPage[] = []
  #opened = 0
  #words = 0
  /** Revision of the article's other data, such as its title. */
  #revision = 0

  constructor(seed: number) {
    this.#seed = seed
    this.#random = createRandom(seed)
    this.#weights = weightsOfRun(this.#random)
    this.#network = new Network(this.#random)
    this.#storage = new NoteStorage(this.#random)
  }

  /** Throws a SimulationFault if a promise is broken. */
  async run(steps: number): Promise<void> {
    const { WebSocket } = globalThis
    const { random } = Math
    globalThis.WebSocket = this.#network.webSocketClass() as never
    Math.random = () => this.#random.next()
    try {
      this.#startServer()
      this.#pages = people.map((person) => this.#openPage(person))
      await pass(500)
      for (let step = 0; step < steps; step += 1) {
        const name = pickStep(this.#random, this.#weights)
        this.#note(name, this.#perform(name))
        await pass(this.#random.below(name === 'wait' ? 12_000 : 400))
      }
      await this.#checkEnd()
    } finally {
      for (const page of this.#pages) page.destroy()
      this.#network.upgrade = null
      this.#network.cut()
      await this.#server?.close(1).catch(() => {})
      await Promise.all([clearLocalEdits(), pass(100)])
      globalThis.WebSocket = WebSocket
      Math.random = random
    }
  }

  #openPage(person: string): SimulatedPage {
    this.#opened += 1
    return new SimulatedPage({
      host: `page${this.#opened}`,
      person,
      clientId: 1000 + this.#opened,
      onSaved: (page) => this.#promise(page),
      readRevision: () => this.#revision,
    })
  }

  #promise(page: SimulatedPage): void {
    for (const word of page.written) if (!this.#isDoomed(word)) this.#promised.add(word)
  }

  #isDoomed(word: string): boolean {
    return this.#doomed.has(this.#homes.get(word) ?? word)
  }

  #startServer(): void {
    const db = this.#storage.connect()
    const server = createCollaboration<string>({
      db,
      log: { debug() {}, info() {}, warn() {}, error() {} },
      authorise: async (token) => ({ actor: token, mayWrite: true, user: { id: token, name: token } }),
      recheck: async (connections) => new Set(connections.map(({ id }) => id)),
      enqueueCompaction: async () => void (this.#server === server && this.#compact()),
    })
    this.#server = server
    this.#db = db
    this.#network.upgrade = (request, socket, head) => server.handleUpgrade(request, socket, head)
  }

  /** The whole process is gone: what it had not committed is lost, and its sockets break. */
  #killServer(): void {
    const killed = this.#server
    this.#server = null
    this.#db = null
    this.#network.upgrade = null
    this.#storage.kill()
    this.#network.cut()
    // Ends its timers only: nothing that it writes from now on reaches the storage.
    void killed?.close(1).catch(() => {})
    this.#checkStored('when the server was killed')
  }

  #perform(step: Step): string {
    const page = this.#random.pick(this.#pages)
    const mayEdit = page.session.getState().isEditable
    switch (step) {
      case 'write':
        return mayEdit ? this.#write(page) : 'not editable'
      case 'writeInside':
        return mayEdit ? this.#writeInside(page) : 'not editable'
      case 'remove':
        return mayEdit ? this.#remove(page) : 'not editable'
      case 'format':
        return mayEdit ? this.#format(page) : 'not editable'
      case 'undo':
        return mayEdit ? this.#undo(page) : 'not editable'
      case 'wait':
        return ''
      case 'cut':
        this.#network.cut(page.host)
        return page.host
      case 'slowConnection':
        this.#network.slowDown(page.host, Math.floor(20_000 ** this.#random.next()))
        return page.host
      case 'deadConnection':
        this.#network.deaden(page.host)
        return page.host
      case 'goOffline':
        this.#network.setReachable(page.host, false)
        return page.host
      case 'comeBack':
        this.#network.setReachable(page.host, true)
        return page.host
      case 'killServer':
        if (this.#server) this.#killServer()
        return ''
      case 'startServer':
        if (!this.#server) this.#startServer()
        return ''
      case 'killPage':
        return this.#killPage(page)
      case 'slowStorage':
        this.#storage.slowMs = this.#random.below(4000)
        return `${this.#storage.slowMs} ms`
      case 'failStorage':
        this.#storage.isFailing = true
        return ''
      case 'healStorage':
        this.#storage.isFailing = false
        this.#storage.slowMs = 0
        return ''
      case 'lock':
        return this.#lock()
      case 'compact':
        return this.#compact()
      case 'saveArticle':
        return this.#saveArticle()
    }
  }

  #write(page: SimulatedPage): string {
    const word = `w${(this.#words += 1)}w`
    page.change(() => {
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [new Y.XmlText(word)])
      const box = boxes[this.#random.below(boxes.length)] ?? null
      const block = box === null ? paragraph : new Y.XmlElement(box)
      if (block !== paragraph) block.insert(0, [paragraph])
      page.fragment.insert(this.#random.below(page.fragment.length + 1), [block])
    })
    page.written.add(word)
    this.#homes.set(word, word)
    return `${page.host} ${word}`
  }

  #writeInside(page: SimulatedPage): string {
    const text = this.#pickText(page)
    if (!text) return 'no text'
    const word = `w${(this.#words += 1)}w`
    const [neighbour = ''] = wordsOf(text.toString())
    page.change(() => text.insert(this.#random.next() < 0.5 ? 0 : text.length, word))
    const home = this.#homes.get(neighbour)
    if (home !== undefined) page.written.add(word)
    this.#homes.set(word, home ?? word)
    return `${page.host} ${word}`
  }

  #remove(page: SimulatedPage): string {
    if (page.fragment.length === 0) return 'nothing'
    return this.#losing(page, () => page.fragment.delete(this.#random.below(page.fragment.length), 1))
  }

  #undo(page: SimulatedPage): string {
    return this.#losing(page, () => void page.undo.undo())
  }

  /** Removed words need not survive. */
  #losing(page: SimulatedPage, work: () => void): string {
    const before = wordsOf(page.text)
    page.change(work)
    const after = new Set(wordsOf(page.text))
    const lost = before.filter((word) => !after.has(word))
    for (const word of lost) this.#doomed.add(this.#homes.get(word) ?? word)
    for (const word of this.#promised) if (this.#isDoomed(word)) this.#promised.delete(word)
    return `${page.host} without ${lost.join(' ')}`
  }

  #format(page: SimulatedPage): string {
    const text = this.#pickText(page)
    if (text) page.change(() => text.format(0, text.length, { bold: {} }))
    return page.host
  }

  #pickText({ fragment }: SimulatedPage): Y.XmlText | null {
    let node: unknown = fragment.toArray()[this.#random.below(fragment.length)]
    while (node instanceof Y.XmlElement) node = node.length > 0 ? node.get(0) : null
    return node instanceof Y.XmlText ? node : null
  }

  /** The page is gone. What it had not sent is stored in the browser, and the next page of the person sends it. */
  #killPage(page: SimulatedPage): string {
    this.#network.setReachable(page.host, false)
    const at = this.#pages.indexOf(page)
    page.destroy()
    for (const word of page.written) this.#leftBehind.add(word)
    this.#pages[at] = this.#openPage(people[at] ?? 'ann')
    return `${page.host}, now ${this.#pages[at].host}`
  }

  /** As publishing does, which then closes the note or, as here, fails and lets everyone write again. */
  #lock(): string {
    void this.#server?.lockArticle(articleId).then(
      (lock) => setTimeout(() => lock.release(), this.#random.below(2000)),
      () => {},
    )
    return ''
  }

  /** The job of the worker, which runs at any time, twice at the same time, and together with edits. */
  #compact(): string {
    const db = this.#db
    if (!db) return 'no server'
    const waitMs = this.#random.below(500)
    setTimeout(() => void compactNote(db, { articleId, tabId }).catch(() => {}), waitMs)
    return `in ${waitMs} ms, ${this.#storage.rows.length} updates`
  }

  /** Someone changes the title: everyone in the room is notified, and reads the article again. */
  #saveArticle(): string {
    if (!this.#server) return 'no server'
    this.#revision += 1
    this.#server.announce(articleId, { type: 'saved', at: new Date().toISOString() })
    return String(this.#revision)
  }

  async #checkEnd(): Promise<void> {
    this.#network.heal()
    this.#storage.isFailing = false
    this.#storage.slowMs = 0
    if (!this.#server) this.#startServer()
    await pass(healMs)
    const everyone = people.toSorted().join(' ')
    for (const { host, session, isInRoom, present, revision } of this.#pages) {
      const { connection, save, lock } = session.getState()
      const state = [connection, save, lock].join(' ')
      if (state !== 'synced saved ') this.#fail(`${host} is "${state}" long after everything works again`)
      if (!isInRoom) this.#fail(`${host} is not in the room long after everything works again`)
      if (present.join(' ') !== everyone) this.#fail(`${host} shows ${present.join(' ')} as present`)
      if (revision !== this.#revision) this.#fail(`${host} shows revision ${revision} of ${this.#revision}`)
    }
    this.#checkStored('at the end')
    const kept = new Set(wordsOf(this.#storage.read()))
    const lost = [...this.#leftBehind].filter((word) => !kept.has(word) && !this.#isDoomed(word))
    if (lost.length > 0) this.#fail(`${lost.join(', ')} written by a page that was killed, but not stored at the end`)
    const stored = this.#storage.read()
    for (const page of this.#pages) {
      if (page.text !== stored) this.#fail(`${page.host} differs from what is stored`)
    }
    // Two people who undo the same removal bring the words back twice: Yjs cannot recognise that.
    const words = wordsOf(stored).filter((word) => !this.#isDoomed(word))
    const twice = words.find((word, index) => words.indexOf(word) !== index)
    if (twice) this.#fail(`${twice} is stored twice`)
    const json = storedNoteToJson(this.#storage.stored)
    if (json.content?.length) noteSchema.nodeFromJSON(json).check()
  }

  #checkStored(when: string): void {
    const stored = new Set(wordsOf(this.#storage.read()))
    const lost = [...this.#promised].filter((word) => !stored.has(word))
    if (lost.length > 0) this.#fail(`${lost.join(', ')} shown as saved, but not stored ${when}`)
  }

  #note(step: Step, detail: string): void {
    this.#log.push(`${new Date().toISOString().slice(14, 23)} ${step} ${detail}`)
  }

  #fail(problem: string): never {
    const last = this.#log.slice(-40).join('\n')
    throw new SimulationFault(
      `seed ${this.#seed}: ${problem}\n${last}\nSEED=${this.#seed} npx vitest run --project simulation`,
    )
  }
}
