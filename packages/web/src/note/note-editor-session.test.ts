import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Awareness } from 'y-protocols/awareness'
import { Doc, XmlElement, XmlText } from 'yjs'
import type { ArticleRoomOptions } from './session/article-room.ts'
import { openNoteEditorSession } from './note-editor-session.ts'
import type { NoteSession, NoteSessionState } from './session/note-session.ts'

const calm: NoteSessionState = {
  connection: 'synced',
  save: 'saved',
  savedAt: null,
  isEditable: true,
  lock: null,
  publishedId: null,
}

/** Sessions and a room without a network; tests set the state of each note. */
function build() {
  const notes = new Map<string, { set: (change: Partial<NoteSessionState>) => void; isDestroyed: boolean; doc: Doc }>()
  const connected: number[] = []
  const heard: unknown[] = []
  let room: ArticleRoomOptions | undefined
  const awareness = new Awareness(new Doc())
  const editorSession = openNoteEditorSession({
    articleId: 'draft',
    user: { id: 'ines', name: 'Ines Okafor' },
    onMessage: (message) => heard.push(message),
    onConnected: () => connected.push(Date.now()),
    openRoom: (options: ArticleRoomOptions) => {
      room = options
      return { awareness, destroy: () => {} }
    },
    openSession: ({ tabId }) => {
      let state = calm
      const listeners = new Set<() => void>()
      const note = {
        isDestroyed: false,
        doc: new Doc(),
        set(change: Partial<NoteSessionState>) {
          state = { ...state, ...change }
          for (const listener of listeners) listener()
        },
      }
      notes.set(tabId, note)
      const session: Partial<NoteSession> = {
        doc: note.doc,
        getState: () => state,
        subscribe: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        destroy: () => (note.isDestroyed = true),
      }
      return session as NoteSession
    },
  })
  const enter = (client: number, user: unknown): void => {
    awareness.states.set(client, { user })
    awareness.emit('change', [{ added: [client], updated: [], removed: [] }, 'remote'])
  }
  return {
    editorSession,
    notes,
    enter,
    connected,
    heard,
    connect: (isConnected: boolean) => room?.onConnectionChange?.(isConnected),
    refuse: () => room?.onRefused?.(),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reports the worst save state of its notes', async () => {
  const { editorSession, notes } = build()
  editorSession.open('one')
  editorSession.open('two')
  expect(editorSession.getState().save).toBe('saved')
  notes.get('one')?.set({ save: 'saving' })
  notes.get('two')?.set({ save: 'unsaved' })
  expect(editorSession.getState().save).toBe('unsaved')
  notes.get('two')?.set({ save: 'saved', savedAt: '2026-11-21T10:42:00.000Z' })
  expect(editorSession.getState().save).toBe('saving')
  notes.get('one')?.set({ save: 'saved', savedAt: '2026-11-21T10:41:00.000Z' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(editorSession.getState()).toMatchObject({ save: 'saved', savedAt: '2026-11-21T10:42:00.000Z' })
})

it('knows a note as empty only once it is loaded and has no content', () => {
  const { editorSession, notes } = build()
  expect(editorSession.isKnownEmpty('one')).toBe(false)
  const { doc } = editorSession.open('one')
  notes.get('one')?.set({ connection: 'connecting' })
  expect(editorSession.isKnownEmpty('one')).toBe(false)
  notes.get('one')?.set({ connection: 'synced' })
  const paragraph = new XmlElement('paragraph')
  doc.getXmlFragment('default').push([paragraph])
  expect(editorSession.isKnownEmpty('one')).toBe(true)
  paragraph.push([new XmlText('Kept')])
  expect(editorSession.isKnownEmpty('one')).toBe(false)
})

it.each(['image', 'table'])('does not take a note that has only a %s for empty', (block) => {
  const { editorSession, notes } = build()
  const { doc } = editorSession.open('one')
  notes.get('one')?.set({ connection: 'synced' })
  doc.getXmlFragment('default').push([new XmlElement(block)])
  expect(editorSession.isKnownEmpty('one')).toBe(false)
})

it('does not flicker between two keys, and never reports unsaved edits as saved', async () => {
  const { editorSession, notes, connect } = build()
  connect(true)
  editorSession.open('one')
  let notifications = 0
  editorSession.subscribe(() => notifications++)
  for (let key = 0; key < 20; key++) {
    notes.get('one')?.set({ save: 'saving' })
    await vi.advanceTimersByTimeAsync(20)
    notes.get('one')?.set({ save: 'saved', savedAt: '2026-11-21T10:42:00.000Z' })
    await vi.advanceTimersByTimeAsync(80)
    expect(editorSession.getState().save).toBe('saving')
  }
  expect(notifications).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(editorSession.getState().save).toBe('saved')
})

it('opens each note once and keeps it open while another is shown', () => {
  const { editorSession, notes } = build()
  expect(editorSession.open('one')).toBe(editorSession.open('one'))
  editorSession.open('two')
  expect(notes.get('one')?.isDestroyed).toBe(false)
  editorSession.close('one')
  expect(notes.get('one')?.isDestroyed).toBe(true)
})

it('waits for all receipts before a publish', async () => {
  const { editorSession, notes } = build()
  editorSession.open('one')
  notes.get('one')?.set({ save: 'saving' })
  const flushed = editorSession.flush(5000)
  await vi.advanceTimersByTimeAsync(1000)
  notes.get('one')?.set({ save: 'saved' })
  expect(await flushed).toBe(true)
})

it('reports missing receipts', async () => {
  const { editorSession, notes } = build()
  editorSession.open('one')
  notes.get('one')?.set({ save: 'unsaved' })
  const flushed = editorSession.flush(5000)
  await vi.advanceTimersByTimeAsync(5000)
  expect(await flushed).toBe(false)
})

it('counts changes by anyone, but not the initial content of the note', async () => {
  const { editorSession, notes } = build()
  editorSession.open('one')
  const note = notes.get('one')
  note?.set({ connection: 'connecting' })
  note?.doc.getText('t').insert(0, 'as it was')
  await vi.advanceTimersByTimeAsync(1000)
  expect(editorSession.getState().changes).toBe(0)
  note?.set({ connection: 'synced' })
  note?.doc.getText('t').insert(0, 'one')
  note?.doc.getText('t').insert(0, 'two')
  await vi.advanceTimersByTimeAsync(1000)
  expect(editorSession.getState().changes).toBe(1)
})

it('counts every other person once, whatever they have open, and excludes the actor', () => {
  const { editorSession, enter } = build()
  enter(1, { id: 'ines', name: 'Ines Okafor' })
  enter(2, { id: 'priya', name: 'Priya Raghunathan' })
  enter(3, { id: 'priya', name: 'Priya Raghunathan' })
  enter(4, { name: 'nobody' })
  enter(5, undefined)
  expect(editorSession.getState().others).toEqual([{ id: 'priya', name: 'Priya Raghunathan' }])
})

it('reports that it is connecting if that takes longer than a second', async () => {
  const { editorSession, connect } = build()
  await vi.advanceTimersByTimeAsync(999)
  expect(editorSession.getState().connection).toBe('opening')
  await vi.advanceTimersByTimeAsync(1)
  expect(editorSession.getState().connection).toBe('connecting')
  connect(true)
  expect(editorSession.getState().connection).toBe('connected')
})

it('reports a lost connection, unless it returns within a moment', async () => {
  const { editorSession, connect, connected } = build()
  connect(true)
  connect(false)
  await vi.advanceTimersByTimeAsync(1_000)
  connect(true)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(editorSession.getState().connection).toBe('connected')
  expect(connected).toHaveLength(2)
  connect(false)
  await vi.advanceTimersByTimeAsync(1_200)
  expect(editorSession.getState().connection).toBe('lost')
})

it('reports lost access when the room refuses entry, whichever connection failed before', () => {
  const { heard, connect, refuse } = build()
  connect(true)
  connect(false)
  refuse()
  expect(heard).toEqual([{ type: 'access' }])
})
