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
  /** The worst of all notes. */
  readonly save: SaveState
  /** When the server saved the last edit of ours, ISO 8601; null until then. */
  readonly savedAt: string | null
  /** Rises when notes changed, by whomever; many changes at once count as one. */
  readonly changes: number
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
  /** Parts that tests replace. */
  openSession?: typeof openNoteSession
  openRoom?: typeof openArticleRoom
}

/** Changes that come closer together are told once. */
const changePauseMs = 500

const worstFirst: readonly SaveState[] = ['unsaved', 'saving', 'saved']

export function openNoteDesk({
  articleId,
  user,
  onMessage,
  openSession = openNoteSession,
  openRoom = openArticleRoom,
}: NoteDeskOptions): NoteDesk {
  const url = `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${COLLABORATION_PATH}`
  const shared = { url, schemaVersion: NOTE_SCHEMA_VERSION, getToken: () => readToken() ?? '', articleId, user }
  const sessions = new Map<string, NoteSession>()
  const listeners = new Set<() => void>()
  const room = openRoom({ ...shared, onMessage })
  let changeTimer: ReturnType<typeof setTimeout> | undefined
  let state: DeskState = { save: 'saved', savedAt: null, changes: 0, others: [] }

  const set = (change: Partial<DeskState>): void => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

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

  const update = (): void => {
    const states = [...sessions.values()].map((session) => session.getState())
    const save = worstFirst.find((one) => states.some((note) => note.save === one)) ?? 'saved'
    const savedAt = states.reduce<string | null>(
      (latest, note) => (note.savedAt !== null && note.savedAt > (latest ?? '') ? note.savedAt : latest),
      state.savedAt,
    )
    const others = othersIn(room.awareness.getStates().values(), user.id)
    const isSameSet =
      others.map(({ id, name }) => id + name).join() === state.others.map(({ id, name }) => id + name).join()
    if (save === state.save && savedAt === state.savedAt && isSameSet) return
    set({ save, savedAt, others: isSameSet ? state.others : others })
  }
  room.awareness.on('change', update)

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
        session.subscribe(update)
        countChanges(session)
      }
      return session
    },
    close(tabId) {
      sessions.get(tabId)?.destroy()
      sessions.delete(tabId)
      update()
    },
    flush(timeoutMs) {
      const isSaved = () => [...sessions.values()].every((session) => session.getState().save === 'saved')
      return new Promise((resolve) => {
        const end = (isDone: boolean): void => {
          clearTimeout(timer)
          listeners.delete(check)
          resolve(isDone)
        }
        const check = () => isSaved() && end(true)
        const timer = setTimeout(() => end(isSaved()), timeoutMs)
        listeners.add(check)
        check()
      })
    },
    destroy() {
      clearTimeout(changeTimer)
      room.awareness.off('change', update)
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
