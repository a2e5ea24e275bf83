/**
 * The live state of one draft during editing: a session for each opened text tab, and the room of all its editors.
 * Sessions stay open when another tab is shown, so that its text reappears immediately and a publish can wait for all
 * receipts.
 */
import type { RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import { COLLABORATION_PATH } from '@knowreel/shared/socket/session-socket.ts'
import { NOTE_SCHEMA_VERSION } from '@knowreel/shared/note/note-document.ts'
import { readToken } from '../platform/session/session-token.ts'
import { webSocketOrigin } from '../platform/sockets/reconnecting-socket.ts'
import { whenTrue } from '../platform/when-true.ts'
import { openArticleRoom } from './session/article-room.ts'
import { type Doc, XmlElement, XmlText } from 'yjs'
import { openNoteSession, type NoteSession } from './session/note-session.ts'
import type { SaveState } from './session/save-tracker.ts'

export type NotePerson = { readonly id: string; readonly name: string }

export type EditorSessionState = {
  /** The worst state of all notes; "saved" is reported only after it has lasted a moment. */
  readonly save: SaveState
  /** When the server saved our last edit, ISO 8601; null until then. */
  readonly savedAt: string | null
  /** Increases when anyone changes a note; simultaneous changes count once. */
  readonly changes: number
  /**
   * State of the room, reported after it has lasted a moment. `opening`: nothing to report yet, or entry refused;
   * `lost`: it was connected before.
   */
  readonly connection: 'opening' | 'connecting' | 'connected' | 'lost'
  /** Others who have the article open for editing, each once. */
  readonly others: readonly NotePerson[]
}

export type NoteEditorSession = {
  getState: () => EditorSessionState
  subscribe: (listener: () => void) => () => void
  /** The session of a tab, opened on the first call. */
  open: (tabId: string) => NoteSession
  /** True only for a note that is open, loaded and without content. */
  isKnownEmpty: (tabId: string) => boolean
  /** The tab was deleted. */
  close: (tabId: string) => void
  /** True once all edits made here are saved; false if that takes longer than `timeoutMs`. */
  flush: (timeoutMs: number) => Promise<boolean>
  destroy: () => void
}

type NoteEditorSessionOptions = {
  /** The draft's uuid. */
  articleId: string
  user: NotePerson
  onMessage: (message: RoomServerMessage) => void
  /** Called each time the room connects or reconnects. */
  onConnected?: () => void
  /** Injected by tests. */
  openSession?: typeof openNoteSession
  openRoom?: typeof openArticleRoom
}

/** Changes closer together than this are reported once. */
const changeThrottleMs = 500
const savedDelayMs = 400
/** Most first connections take less. */
const connectingDelayMs = 1_000
/** A shorter interruption is not reported. */
const connectionLostDelayMs = 1_200

const saveStatesWorstFirst: readonly SaveState[] = ['unsaved', 'saving', 'saved']

export function openNoteEditorSession({
  articleId,
  user,
  onMessage,
  onConnected,
  openSession = openNoteSession,
  openRoom = openArticleRoom,
}: NoteEditorSessionOptions): NoteEditorSession {
  const url = `${webSocketOrigin()}${COLLABORATION_PATH}`
  const shared = { url, schemaVersion: NOTE_SCHEMA_VERSION, getToken: () => readToken() ?? '', articleId, user }
  const sessions = new Map<string, NoteSession>()
  const listeners = new Set<() => void>()
  /** Called for every receipt, also those that leave the state unchanged. */
  const checks = new Set<() => void>()
  let changeTimer: ReturnType<typeof setTimeout> | undefined
  let connectionTimer: ReturnType<typeof setTimeout> | undefined
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let state: EditorSessionState = { save: 'saved', savedAt: null, changes: 0, connection: 'opening', others: [] }

  const set = (change: Partial<EditorSessionState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const setConnectionLater = (connection: EditorSessionState['connection'], afterMs: number): void => {
    clearTimeout(connectionTimer)
    connectionTimer = setTimeout(() => set({ connection }), afterMs)
  }
  const connectionChanged = (isConnected: boolean): void => {
    if (!isConnected) {
      if (state.connection === 'connected') setConnectionLater('lost', connectionLostDelayMs)
      return
    }
    clearTimeout(connectionTimer)
    if (state.connection !== 'connected') set({ connection: 'connected' })
    onConnected?.()
  }
  const refused = (): void => {
    clearTimeout(connectionTimer)
    set({ connection: 'opening' })
    // The message about the lost access may itself have been lost with the connection.
    onMessage({ type: 'access' })
  }
  setConnectionLater('connecting', connectingDelayMs)
  const room = openRoom({ ...shared, onMessage, onConnectionChange: connectionChanged, onRefused: refused })

  /** Updates before the first sync are the note's initial content. */
  const countChanges = (session: NoteSession): void => {
    session.doc.on('update', () => {
      if (session.getState().connection !== 'synced' || changeTimer !== undefined) return
      changeTimer = setTimeout(() => {
        changeTimer = undefined
        set({ changes: state.changes + 1 })
      }, changeThrottleMs)
    })
  }

  const readSaving = (): Pick<EditorSessionState, 'save' | 'savedAt'> => {
    const states = [...sessions.values()].map((session) => session.getState())
    const save = saveStatesWorstFirst.find((one) => states.some((note) => note.save === one)) ?? 'saved'
    const times = states.map((note) => note.savedAt).filter((at) => at !== null)
    return { save, savedAt: [...times, state.savedAt ?? ''].toSorted().at(-1) || null }
  }

  /** "Saved" is delayed until no edit follows for a moment, because it would flicker between two keys. */
  const updateSaving = (): void => {
    for (const check of checks) check()
    const { save } = readSaving()
    if (save !== 'saved') {
      clearTimeout(restTimer)
      restTimer = undefined
      if (save !== state.save) set({ save })
    } else if (state.save !== 'saved') {
      restTimer ??= setTimeout(() => {
        restTimer = undefined
        set(readSaving())
      }, savedDelayMs)
    }
  }

  const updateOthers = (): void => {
    const others = otherPeople(room.awareness.getStates().values(), user.id)
    const named = (people: readonly NotePerson[]) => people.map(({ id, name }) => id + name).join()
    if (named(others) !== named(state.others)) set({ others })
  }
  room.awareness.on('change', updateOthers)

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open(tabId) {
      const session = sessions.get(tabId) ?? openSession({ ...shared, tabId })
      if (!sessions.has(tabId)) {
        sessions.set(tabId, session)
        session.subscribe(updateSaving)
        countChanges(session)
      }
      return session
    },
    isKnownEmpty(tabId) {
      const session = sessions.get(tabId)
      return session !== undefined && session.getState().connection === 'synced' && isEmpty(session.doc)
    },
    close(tabId) {
      sessions.get(tabId)?.destroy()
      sessions.delete(tabId)
      updateSaving()
    },
    flush(timeoutMs) {
      const isSaved = () => [...sessions.values()].every((session) => session.getState().save === 'saved')
      const subscribe = (check: () => void) => {
        checks.add(check)
        return () => checks.delete(check)
      }
      return whenTrue(subscribe, isSaved, timeoutMs)
    },
    destroy() {
      clearTimeout(changeTimer)
      clearTimeout(restTimer)
      clearTimeout(connectionTimer)
      room.awareness.off('change', updateOthers)
      room.destroy()
      for (const session of sessions.values()) session.destroy()
      sessions.clear()
      listeners.clear()
    },
  }
}

function otherPeople(states: Iterable<Record<string, unknown>>, ownId: string): NotePerson[] {
  const people = new Map<string, NotePerson>()
  for (const { user } of states) {
    if (typeof user !== 'object' || user === null || !('id' in user) || !('name' in user)) continue
    const { id, name } = user
    if (typeof id === 'string' && typeof name === 'string' && id !== ownId) people.set(id, { id, name })
  }
  return [...people.values()]
}

const isEmpty = (doc: Doc): boolean =>
  doc
    .getXmlFragment('default')
    .toArray()
    .every((block) => block instanceof XmlElement && block.nodeName === 'paragraph' && hasNoText(block))

const hasNoText = (paragraph: XmlElement): boolean =>
  paragraph.toArray().every((child) => child instanceof XmlText && child.length === 0)
