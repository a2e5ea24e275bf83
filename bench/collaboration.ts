/**
 * People type into one note: how long until another person's editor has a key, and until the key is in the database.
 * The measured people use real sessions, as the page does; each key is sent with the editor's caret position. The other
 * people type at the same pace and leave what they receive unread, because each would do that work on their own
 * machine.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { NOTE_SCHEMA_VERSION } from '@knowreel/shared/note/note-document.ts'
import { COLLABORATION_PATH } from '@knowreel/shared/socket/session-socket.ts'
import * as Y from 'yjs'
import { type NoteSession, openNoteSession } from '../packages/web/src/note/session/note-session.ts'
import { percentile, report } from './report.ts'

export interface CollaborationTarget {
  baseURL: string
  token: string
  /** A published article, whose draft is created, or a draft. */
  articleId: string
  /** Defaults to the first tab of the draft. */
  tabId?: string
  editors: number
  edits: number
}

/** A fast typist. */
const KEY_INTERVAL_MS = 125
const MEASURED_EDITORS = 5

export async function benchCollaboration(target: CollaborationTarget): Promise<void> {
  const { editors, edits } = target
  const address = await findNote(target)
  const join = (name: string) => joinNote(target, address, name)
  const reader = await join('reader')
  const writers = await Promise.all(
    Array.from({ length: Math.min(editors, MEASURED_EDITORS) }, (_, at) => join(`writer ${at}`)),
  )
  const crowd = await Promise.all(Array.from({ length: editors - writers.length }, (_, at) => join(`crowd ${at}`)))
  crowd.forEach(ignoreUpdates)
  const typists = writers.map((session) => new Typist(session))
  await Promise.all(writers.map(waitUntilSaved))
  const typing = crowd
    .map((session) => new Typist(session))
    .map((typist, at) => typist.start((at * KEY_INTERVAL_MS) / crowd.length))

  const seen = await measureArrivals(reader, typists)
  const perWriter = Math.ceil(edits / typists.length)
  await Promise.all(typists.map((typist, at) => typist.type(perWriter, (at * KEY_INTERVAL_MS) / typists.length)))
  await waitUntil(
    () => seen.length >= perWriter * typists.length && typists.every((typist) => typist.durations.length >= perWriter),
  )

  for (const stop of typing) stop()
  for (const session of [reader, ...writers, ...crowd]) session.destroy()
  const durable = typists.flatMap((typist) => typist.durations)
  report(
    'edit a note',
    {
      editors,
      edits: seen.length,
      keysPerSecond: Math.round((editors * 1000) / KEY_INTERVAL_MS),
      otherClientP50Ms: percentile(seen, 0.5),
      otherClientP95Ms: percentile(seen, 0.95),
      durableP50Ms: percentile(durable, 0.5),
      durableP95Ms: percentile(durable, 0.95),
    },
    'other client p95 ≤ 60 ms, durable p95 ≤ 500 ms',
  )
  // Waits until everyone has left, so that the next run finds nobody.
  await delay(500)
}

export type NoteAddress = { articleId: string; tabId: string }

async function findNote({ baseURL, token, articleId, tabId }: CollaborationTarget): Promise<NoteAddress> {
  if (tabId !== undefined) return { articleId, tabId }
  return openDraft({ baseURL, token }, articleId)
}

/** Finds or creates the draft of an article; returns its first note. */
export async function openDraft(
  { baseURL, token }: Pick<CollaborationTarget, 'baseURL' | 'token'>,
  articleId: string,
): Promise<NoteAddress> {
  const answer = await fetch(`${baseURL}/api/article/${articleId}/draft`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`The draft was not made: ${answer.status} ${await answer.text()}`)
  const { article } = (await answer.json()) as { article: { id: string; textTabs: { id: string }[] } }
  const [tab] = article.textTabs
  if (!tab) throw new Error('The draft has no note')
  return { articleId: article.id, tabId: tab.id }
}

export async function joinNote(
  { baseURL, token }: Pick<CollaborationTarget, 'baseURL' | 'token'>,
  address: NoteAddress,
  name: string,
): Promise<NoteSession> {
  const session = openNoteSession({
    ...address,
    url: `${baseURL.replace(/^http/, 'ws')}${COLLABORATION_PATH}`,
    schemaVersion: NOTE_SCHEMA_VERSION,
    getToken: () => token,
    user: { id: name, name },
    isSocketShared: false,
  })
  await waitUntil(() => session.getState().isEditable)
  return session
}

/** Types into its own paragraph, and records when each key was typed and saved. */
class Typist {
  readonly paragraph = new Y.XmlText()
  readonly typedAt: number[] = []
  /** Milliseconds until each key was in the database. */
  readonly durations: number[] = []
  readonly #session: NoteSession

  constructor(session: NoteSession) {
    this.#session = session
    const element = new Y.XmlElement('paragraph')
    element.insert(0, [this.paragraph])
    session.doc.getXmlFragment('default').push([element])
    this.#watchReceipts()
  }

  async type(keys: number, waitMs: number): Promise<void> {
    await delay(waitMs)
    for (let key = 0; key < keys; key += 1) {
      this.#press()
      await delay(KEY_INTERVAL_MS)
    }
  }

  /** Types until the returned function is called. */
  start(waitMs: number): () => void {
    let timer = setTimeout(() => {
      timer = setInterval(() => this.#press(), KEY_INTERVAL_MS)
    }, waitMs)
    return () => clearInterval(timer)
  }

  #press(): void {
    const at = this.paragraph.length
    this.typedAt.push(performance.now())
    this.paragraph.insert(at, 'x')
    const caret = Y.createRelativePositionFromTypeIndex(this.paragraph, at + 1)
    this.#session.awareness.setLocalStateField('cursor', { anchor: caret, head: caret })
  }

  /** A receipt covers the keys that were typed when its checkpoint was sent. */
  #watchReceipts(): void {
    const { provider } = this.#session
    const asked = new Map<number, number>()
    const send = provider.sendStateless.bind(provider)
    provider.sendStateless = (payload) => {
      asked.set((JSON.parse(payload) as { id: number }).id, this.typedAt.length)
      send(payload)
    }
    provider.on('stateless', ({ payload }: { payload: string }) => {
      const message = JSON.parse(payload) as { type: string; id: number }
      if (message.type !== 'saved') return
      const now = performance.now()
      const covered = this.typedAt.slice(this.durations.length, asked.get(message.id))
      this.durations.push(...covered.map((typedAt) => now - typedAt))
    })
  }
}

/** Milliseconds from each key until the reader's document has it. */
async function measureArrivals(reader: NoteSession, typists: readonly Typist[]): Promise<number[]> {
  const times: number[] = []
  const waiting = new Map(typists.map((typist) => [idOf(typist.paragraph), { typist, arrived: 0 }]))
  const find = (id: string): Y.XmlText | null => {
    const blocks = reader.doc.getXmlFragment('default').toArray()
    const texts = blocks.flatMap((block) => (block instanceof Y.XmlElement ? block.toArray() : []))
    return texts.find((text): text is Y.XmlText => text instanceof Y.XmlText && idOf(text) === id) ?? null
  }
  await waitUntil(() => [...waiting.keys()].every((id) => find(id) !== null))
  const texts = new Map([...waiting.keys()].map((id) => [id, find(id)]))
  reader.doc.on('update', () => {
    const now = performance.now()
    for (const [id, entry] of waiting) {
      const length = texts.get(id)?.length ?? 0
      for (; entry.arrived < length; entry.arrived += 1) times.push(now - (entry.typist.typedAt[entry.arrived] ?? now))
    }
  })
  return times
}

const idOf = (type: Y.XmlText): string => JSON.stringify(Y.createRelativePositionFromTypeIndex(type, 0).type)

/** Leaves documents and carets unread; a message begins with the document's name, then its type. */
export function ignoreUpdates({ provider }: NoteSession): void {
  const read = provider.onMessage.bind(provider)
  provider.onMessage = (event) => {
    const bytes = new Uint8Array(event.data as ArrayBuffer)
    const type = bytes[1 + (bytes[0] ?? 0)] ?? 0
    if (type > 1 && type !== 4) read(event)
  }
}

const waitUntilSaved = (session: NoteSession): Promise<void> => waitUntil(() => session.getState().save === 'saved')

async function waitUntil(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !condition(); await delay(5)) {
    if (Date.now() > end) throw new Error('Waited for a minute in vain')
  }
}
