/** One open page of a person: its session of the note and the room of the article, over one socket. */
import { NOTE_SCHEMA_VERSION } from '../packages/shared/src/note/note-document.ts'
import { COLLABORATION_PATH } from '../packages/shared/src/socket/session-socket.ts'
import { openArticleRoom, type ArticleRoom } from '../packages/web/src/note/session/article-room.ts'
import { openNoteSession, type NoteSession } from '../packages/web/src/note/session/note-session.ts'
import * as Y from 'yjs'
import { xmlOf } from './note-storage.ts'

export const articleId = '0193cf0a-0000-7000-8000-000000000001'
export const tabId = 'AbCdEf0123456_-x'

type PageDependencies = {
  readonly host: string
  readonly person: string
  readonly clientId: number
  readonly onSaved: (page: SimulatedPage) => void
  /** Revision of the article's other data, as a request returns it. */
  readonly readRevision: () => number
}

export class SimulatedPage {
  readonly host: string
  readonly session: NoteSession
  readonly room: ArticleRoom
  readonly undo: Y.UndoManager
  /** Words that this page has written. */
  readonly written = new Set<string>()
  /** The revision of the article's other data that this page shows. */
  revision = 0
  isInRoom = false

  constructor({ host, person, clientId, onSaved, readRevision }: PageDependencies) {
    this.host = host
    const shared = {
      url: `ws://${host}${COLLABORATION_PATH}`,
      schemaVersion: NOTE_SCHEMA_VERSION,
      getToken: () => person,
      articleId,
      user: { id: person, name: person },
    }
    // Whatever a browser needs to paint.
    this.session = openNoteSession({ ...shared, tabId, scheduleSend: (send) => void setTimeout(send, clientId % 40) })
    identify(this.session.doc, this.session.awareness, clientId)
    const read = () => {
      this.revision = readRevision()
    }
    this.room = openArticleRoom({
      ...shared,
      onMessage: ({ type }) => type === 'saved' && read(),
      onConnectionChange: (isConnected) => {
        this.isInRoom = isConnected
        if (isConnected) read()
      },
    })
    identify(this.room.awareness.doc, this.room.awareness, clientId)
    this.undo = new Y.UndoManager(this.fragment, { trackedOrigins: new Set([this]) })
    this.session.subscribe(() => {
      if (this.session.getState().save === 'saved') onSaved(this)
    })
  }

  get fragment(): Y.XmlFragment {
    return this.session.doc.getXmlFragment('default')
  }

  get text(): string {
    return xmlOf(this.session.doc)
  }

  /** Everyone whom this page shows as present, itself included. */
  get present(): string[] {
    const states = [...this.room.awareness.getStates().values()]
    return states.map(({ user }) => (user as { id: string }).id).toSorted()
  }

  change(work: () => void): void {
    this.session.doc.transact(work, this)
  }

  destroy(): void {
    this.room.destroy()
    this.session.destroy()
  }
}

/** Yjs chooses the client id at random, and orders concurrent insertions by it. */
function identify(doc: Y.Doc, awareness: ArticleRoom['awareness'], clientId: number): void {
  const state = awareness.getLocalState()
  awareness.setLocalState(null)
  doc.clientID = clientId
  awareness.clientID = clientId
  awareness.setLocalState({ ...state, user: { ...(state?.['user'] as object), client: clientId } })
}
