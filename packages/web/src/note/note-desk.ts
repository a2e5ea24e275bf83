/**
 * Everything of one draft that is live while it is edited: a session for each text tab that was opened, and the room of
 * all who edit it. Sessions stay open when another tab is shown, so that coming back shows the text at once and a publish
 * can wait for all receipts.
 */
import { COLLABORATION_PATH, type RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import { NOTE_SCHEMA_VERSION } from '@knowreel/shared/note/note-document.ts'
import { readToken } from '../platform/session/session-token.ts'
import { openArticleRoom } from './article-room.ts'
import { openNoteSession, type NoteSession } from './note-session.ts'
import type { SaveState } from './save-tracker.ts'

export type NotePerson = { readonly id: string; readonly name: string }

export type DeskState = {
  /** The worst of all notes; a save is told when it has been one for a moment. */
  readonly save: SaveState
  /** When the server saved the last edit of ours, ISO 8601; null until then. */
  readonly savedAt: string | null
  /** Rises when notes changed, by whomever; many changes at once count as one. */
  readonly changes: number
  /**
   * Of the room, told when it has been so for a moment. `opening`: nothing to say yet, or not allowed in; `lost`: it was
   * connected before.
   */
  readonly connection: 'opening' | 'connecting' | 'connected' | 'lost'
  /** Others who have the article open for editing, each once. */
  readonly others: readonly NotePerson[]
}

export type NoteDesk = {
  getState: () => DeskState
  subscribe: (listener: () => void) => () => void
  /** The session of a tab, opened when it is asked for the first time. */
  open: (tabId: string) => NoteSession
  /** The tab is gone. */
  close: (tabId: string) => void
  /** True once everything typed here is saved; false when that takes longer than `timeoutMs`. */
  flush: (timeoutMs: number) => Promise<boolean>
  destroy: () => void
}

type NoteDeskOptions = {
  /** The long id of the draft. */
  articleId: string
  user: NotePerson
  onMessage: (message: RoomServerMessage) => void
  /** Told each time the room has connected, also again. */
  onConnected?: () => void
  /** Parts that tests replace. */
  openSession?: typeof openNoteSession
  openRoom?: typeof openArticleRoom
}

/** Changes that come closer together are told once. */
const changePauseMs = 500
const restMs = 400
/** A first connection usually takes less. */
const openingMs = 1_000
/** A connection that is back within a moment is not worth a word. */
const blinkMs = 1_200

const worstFirst: readonly SaveState[] = ['unsaved', 'saving', 'saved']

export function openNoteDesk({
  articleId,
  user,
  onMessage,
  onConnected,
  openSession = openNoteSession,
  openRoom = openArticleRoom,
}: NoteDeskOptions): NoteDesk {
  const url = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${COLLABORATION_PATH}`
  const shared = { url, schemaVersion: NOTE_SCHEMA_VERSION, getToken: () => readToken() ?? '', articleId, user }
  const sessions = new Map<string, NoteSession>()
  const listeners = new Set<() => void>()
  /** Told of every receipt, also of those that the state passes over. */
  const checks = new Set<() => void>()
  let changeTimer: ReturnType<typeof setTimeout> | undefined
  let connectionTimer: ReturnType<typeof setTimeout> | undefined
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let state: DeskState = { save: 'saved', savedAt: null, changes: 0, connection: 'opening', others: [] }

  const set = (change: Partial<DeskState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  const tellLater = (connection: DeskState['connection'], afterMs: number): void => {
    clearTimeout(connectionTimer)
    connectionTimer = setTimeout(() => set({ connection }), afterMs)
  }
  const connectionChanged = (isConnected: boolean): void => {
    if (!isConnected) {
      if (state.connection === 'connected') tellLater('lost', blinkMs)
      return
    }
    clearTimeout(connectionTimer)
    if (state.connection !== 'connected') set({ connection: 'connected' })
    onConnected?.()
  }
  const refused = (): void => {
    clearTimeout(connectionTimer)
    set({ connection: 'opening' })
    // The word that the access went may have been lost with the line.
    onMessage({ type: 'access' })
  }
  tellLater('connecting', openingMs)
  const room = openRoom({ ...shared, onMessage, onConnection: connectionChanged, onRefused: refused })

  /** What arrives before a note is synced is the note itself. */
  const countChanges = (session: NoteSession): void => {
    session.doc.on('update', () => {
      if (session.getState().connection !== 'synced' || changeTimer !== undefined) return
      changeTimer = setTimeout(() => {
        changeTimer = undefined
        set({ changes: state.changes + 1 })
      }, changePauseMs)
    })
  }

  const readSaving = (): Pick<DeskState, 'save' | 'savedAt'> => {
    const states = [...sessions.values()].map((session) => session.getState())
    const save = worstFirst.find((one) => states.some((note) => note.save === one)) ?? 'saved'
    const times = states.map((note) => note.savedAt).filter((at) => at !== null)
    return { save, savedAt: [...times, state.savedAt ?? ''].toSorted().at(-1) || null }
  }

  /** "Saved" waits for a moment of rest: between two keys it would only flicker. */
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
      }, restMs)
    }
  }

  const updateOthers = (): void => {
    const others = othersIn(room.awareness.getStates().values(), user.id)
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
    close(tabId) {
      sessions.get(tabId)?.destroy()
      sessions.delete(tabId)
      updateSaving()
    },
    flush(timeoutMs) {
      const isSaved = () => [...sessions.values()].every((session) => session.getState().save === 'saved')
      return new Promise((resolve) => {
        const end = (isDone: boolean): void => {
          clearTimeout(timer)
          checks.delete(check)
          resolve(isDone)
        }
        const check = () => isSaved() && end(true)
        const timer = setTimeout(() => end(isSaved()), timeoutMs)
        checks.add(check)
        check()
      })
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

function othersIn(states: Iterable<Record<string, unknown>>, ownId: string): NotePerson[] {
  const people = new Map<string, NotePerson>()
  for (const { user } of states) {
    if (typeof user !== 'object' || user === null || !('id' in user) || !('name' in user)) continue
    const { id, name } = user
    if (typeof id === 'string' && typeof name === 'string' && id !== ownId) people.set(id, { id, name })
  }
  return [...people.values()]
}
