// The collaboration server: Hocuspocus on our own port and path, with our rules in its hooks.
//
// A connection to a document goes: token → may write? → document loaded (once for all) → sync → edits. Edits are applied
// and sent on to the others at once; saving runs beside it and nobody waits for it but the receipts (note.protocol.ts).
// Hocuspocus handles the messages of one connection one after the other, so at a checkpoint every update sent before it
// has been applied or refused. Nobody is connected who may not write: readers get the page over HTTP. Access is checked
// again every few seconds.
//
// Several processes: updates are only appended, so two processes that have the same note open lose nothing, but their
// editors see each other's edits only when the note is opened anew. The place for @hocuspocus/extension-redis is the
// `extensions` below; documents, locks and rooms are otherwise of this process.
import type {
  beforeHandleAwarenessPayload,
  beforeSyncPayload,
  connectedPayload,
  Document,
  onAuthenticatePayload,
  onLoadDocumentPayload,
  onStatelessPayload,
} from '@hocuspocus/server'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { NOTE_SCHEMA_VERSION } from '@knowreel/shared/note/note-document.ts'
import {
  closeCodes,
  COLLABORATION_PATH,
  noteClientMessage,
  type NoteAddress,
  noteDocumentName,
  parseDocumentName,
  type RefusalReason,
} from '@knowreel/shared/note/note.protocol.ts'
import { setTimeout as delay } from 'node:timers/promises'
import * as Y from 'yjs'
import { createWriteSlots } from './note-writer.ts'
import { watchAccess } from './access-watch.ts'
import { type CollaborationSocket, createCollaborationSockets } from './collaboration-socket.ts'
import type { Collaboration, CollaborationOptions } from './collaboration.types.ts'
import { LiveNote } from './live-note.ts'
import { LiveNotes, type NoteConnection, type NoteContext, say } from './live-notes.ts'
import { NoteHocuspocus } from './note-hocuspocus.ts'
import { loadNote } from './note.queries.ts'
import { isNews } from './note-messages.ts'

/** Connections of the pool that saving may hold at a time. */
const WRITE_SLOTS = 4
/** Refusals on one socket before it is cut off. */
const MAX_REFUSALS = 20
const MAX_TOKEN_LENGTH = 500
/** Characters of what one editor tells of itself: name, colour, caret. */
const MAX_AWARENESS_LENGTH = 4_000
const CLOSE_MS = 10_000

/** Hocuspocus tells the client the reason; an empty message keeps it from writing to the console. */
class Refusal extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super('')
    this.reason = reason
  }
}

export function createCollaboration<Actor>(options: CollaborationOptions<Actor>): Collaboration {
  const { db, log } = options
  const slots = createWriteSlots(WRITE_SLOTS)
  const compactions = new Set<Promise<unknown>>()
  let lastId = 0

  const hocuspocus: NoteHocuspocus<NoteContext<Actor>> = new NoteHocuspocus<NoteContext<Actor>>({
    quiet: true,
    extensions: [],
    onAuthenticate: authenticate,
    onLoadDocument: load,
    connected: greet,
    beforeSync: guardUpdate,
    beforeHandleAwareness: guardAwareness,
    onStateless: answerCheckpoint,
  })
  const notes = new LiveNotes<Actor>(hocuspocus)
  const sockets = createCollaborationSockets((socket) =>
    hocuspocus.handleConnection(
      {
        get readyState() {
          return socket.ws.readyState
        },
        send: (data: Uint8Array) => socket.send(data),
        close: (code?: number, reason?: string) => socket.ws.close(code, reason),
      },
      // Its headers and its query are of no use to the hooks and may hold secrets.
      new Request(`http://localhost${COLLABORATION_PATH}`),
      { socket, session: null },
    ),
  )
  const access = watchAccess({ notes, recheck: options.recheck, everyMs: options.recheckMs, log })

  async function authenticate(
    payload: onAuthenticatePayload<NoteContext<Actor>>,
  ): Promise<Pick<NoteContext<Actor>, 'session'>> {
    const { token, documentName, connectionConfig, context } = payload
    const { socket } = context
    const name = parseDocumentName(documentName)
    if (!name || token.length > MAX_TOKEN_LENGTH) throw refuse(socket, 'unknown-document')
    const authorisation = await options.authorise(token, name.articleId, name.tabId).catch((error: unknown) => {
      log.error({ err: error }, 'access to a note could not be checked')
      throw refuse(socket, 'unavailable')
    })
    if (!authorisation?.mayWrite) throw refuse(socket, 'permission-denied')
    socket.isAuthenticated = true
    connectionConfig.readOnly = name.tabId === null || socket.schemaVersion < NOTE_SCHEMA_VERSION
    lastId += 1
    const { actor, user = null } = authorisation
    return { session: { id: String(lastId), actor, user, ...name, lock: null, refused: null, caret: null } }
  }

  async function load({ document, documentName, context }: onLoadDocumentPayload<NoteContext<Actor>>): Promise<void> {
    const name = parseDocumentName(documentName)
    if (!name || name.tabId === null) return
    const address = { articleId: name.articleId, tabId: name.tabId }
    try {
      const stored = await loadNote(db, address)
      notes.add(
        new LiveNote({
          address,
          document,
          stored,
          db,
          slots,
          log,
          onCompactable: () => enqueueCompaction(address),
          onGone: () => notes.closeDocument(document, { type: 'access' }),
          onIdle: () => hocuspocus.unloadIfUnused(document.name),
        }),
      )
    } catch (error) {
      log.error({ err: error, articleId: name.articleId }, 'a note could not be opened')
      throw context.socket ? refuse(context.socket, 'unavailable') : error
    }
  }

  function enqueueCompaction(address: NoteAddress): void {
    const asked = options
      .enqueueCompaction(address)
      // Compaction only saves room; the note asks again when it is opened the next time.
      .catch((error: unknown) => log.warn({ err: error }, 'the compaction of a note could not be asked for'))
      .finally(() => compactions.delete(asked))
    compactions.add(asked)
  }

  async function greet({ connection }: connectedPayload<NoteContext<Actor>>): Promise<void> {
    hocuspocus.keepWhileDraining(connection)
    gatherForCrowds(connection.document)
    connection.onClose((_document, event) => {
      // Hocuspocus ends only the document's part of the socket; a client would wait there for ever.
      if (event && event.code !== 1000) connection.webSocket.close(event.code, event.reason)
    })
    notes.tellLocks(connection as NoteConnection<Actor>)
  }

  /** Before a document takes what a client sends; 0 is only a question. */
  async function guardUpdate({
    connection,
    document,
    type,
    payload,
  }: beforeSyncPayload<NoteContext<Actor>>): Promise<void> {
    const session = connection.context.session
    const note = notes.find(document)
    if (type === 0 || !session || !note) return
    if (connection.readOnly) {
      if (session.lock && !session.refused && isNews(document, payload)) session.refused = session.lock
    } else if (!note.guard.admits(payload)) {
      connection.readOnly = true
      session.lock = 'size'
      session.refused = 'size'
      say(connection, { type: 'locked', reason: 'size' })
    } else {
      // Everything the document missed of this client's is in it.
      if (type === 1) session.refused = null
      if (type === 2 || isNews(document, payload)) options.onEdit?.(session.actor, session.articleId)
    }
  }

  /** Clients echo what they hear of others; each may only tell of itself. */
  async function guardAwareness({
    states,
    context,
    document,
  }: beforeHandleAwarenessPayload<NoteContext<Actor>>): Promise<void> {
    const session = context?.session
    if (!session) return
    for (const [client, state] of states) {
      if (JSON.stringify(state).length > MAX_AWARENESS_LENGTH || !notes.isOwnCaret(document, session, client, state))
        states.delete(client)
      else if (session.user) state['user'] = { ...(state['user'] as object | undefined), ...session.user }
    }
  }

  async function answerCheckpoint({ connection, document, payload }: onStatelessPayload): Promise<void> {
    const { session } = connection.context as NoteContext<Actor>
    const note = notes.find(document)
    const message = noteClientMessage.safeParse(parseJson(payload)).data
    if (!session || !note || !message) return
    if (session.refused) return say(connection, { type: 'locked', reason: session.refused, id: message.id })
    // Older clients read only: there is nothing of theirs that could be saved.
    if (connection.readOnly && session.lock === null) return
    // Not awaited: Hocuspocus does not wait for this hook either, and a rejection would have nobody to catch it.
    void note.whenSaved().then((isSaved) => {
      if (isSaved) say(connection, { type: 'saved', id: message.id, at: new Date().toISOString() })
    })
  }

  return {
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),
    announce: (articleId, message) => notes.announce(articleId, message),
    flush: (articleId) => notes.flush(articleId),
    lockArticle: (articleId) => notes.lock(articleId),
    closeArticle: (articleId, lastWord) => notes.close(articleId, lastWord),
    recheckNow: access.check,
    async applyStored(address, update) {
      const name = noteDocumentName(address)
      // One that is being loaded may have been read before the update was there.
      if (!hocuspocus.documents.has(name) && !hocuspocus.loadingDocuments.has(name)) return
      try {
        const direct = await hocuspocus.openDirectConnection(name)
        try {
          await direct.transact((document) => Y.applyUpdate(document, update))
        } finally {
          await direct.disconnect()
        }
      } catch (error) {
        log.error({ err: error, articleId: address.articleId }, 'a stored edit could not be shown in an open note')
      }
    },
    count: () => ({ documents: hocuspocus.getDocumentsCount(), connections: hocuspocus.getConnectionsCount() }),
    async close(timeoutMs = CLOSE_MS) {
      access.stop()
      await sockets.close()
      // A document goes when its last message is applied and all is saved.
      for (const end = Date.now() + timeoutMs; hocuspocus.documents.size > 0;) {
        if (Date.now() > end) throw new AppError('unavailable')
        await delay(5)
      }
      await Promise.all(compactions)
    },
  }
}

function refuse(socket: CollaborationSocket, reason: RefusalReason): Refusal {
  socket.refusals += 1
  const isOver = reason === 'unavailable' || socket.refusals >= MAX_REFUSALS
  // After the refusal has been sent.
  if (isOver) setImmediate(() => socket.ws.close(closeCodes.tryLater, 'Try again later'))
  return new Refusal(reason)
}

/** With many people in a note, what they type is sent on in steps: few messages for each of them to read. */
function gatherForCrowds(document: Document): void {
  const people = document.getConnectionsCount()
  document.flushDelay = people < 20 ? 0 : people < 50 ? 5 : 12
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
