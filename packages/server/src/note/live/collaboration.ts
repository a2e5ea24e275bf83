// The collaboration server: Hocuspocus on our own port and path, with our rules in its hooks.
//
// A connection to a document runs through: token → may write? → document loaded (once for all) → sync → edits. Edits
// are applied and forwarded immediately; saving runs in parallel, and only receipts wait for it (note.protocol.ts).
// Hocuspocus handles the messages of one connection in order, so at a checkpoint every update sent before it has been
// applied or refused. Only those who may write are connected: readers get the page over HTTP. The sockets and the
// repeated check of access are those of platform/sockets.
//
// Multiple processes: updates are only appended, so two processes that have the same note open lose nothing, but their
// editors see each other's edits only when the note is opened again. @hocuspocus/extension-redis would go into
// `extensions` below; everything else (documents, locks, rooms) belongs to this process.
import type {
  beforeHandleAwarenessPayload,
  beforeSyncPayload,
  connectedPayload,
  Connection,
  Document,
  onAuthenticatePayload,
  onLoadDocumentPayload,
  onStatelessPayload,
} from '@hocuspocus/server'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { NOTE_SCHEMA_VERSION } from '@knowreel/shared/note/note-document.ts'
import {
  type LockReason,
  noteClientMessage,
  type NoteAddress,
  noteDocumentName,
  parseDocumentName,
  type RefusalReason,
} from '@knowreel/shared/note/note.protocol.ts'
import { closeCodes, COLLABORATION_PATH } from '@knowreel/shared/socket/session-socket.ts'
import { setTimeout as delay } from 'node:timers/promises'
import * as Y from 'yjs'
import { createWriteSlots } from './note-writer.ts'
import { type CollaborationSocket, openCollaborationSockets } from './collaboration-socket.ts'
import type { Collaboration, CollaborationOptions } from './collaboration.types.ts'
import { LiveNote } from './live-note.ts'
import {
  LiveNoteRegistry,
  type NoteConnection,
  type NoteContext,
  type NoteSession,
  send,
} from './live-note-registry.ts'
import { NoteHocuspocus } from './note-hocuspocus.ts'
import { loadNote } from '../note.queries.ts'
import { hasNewContent } from './note-messages.ts'

/** Pool connections that saving may use at a time. */
const WRITE_SLOTS = 4
const MAX_TOKEN_LENGTH = 500
/** Characters of one editor's awareness state: name, colour, caret. */
const MAX_AWARENESS_LENGTH = 4_000
const CLOSE_MS = 10_000
/** The maximum timer; platform/sockets closes silent sockets. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Hocuspocus sends the reason to the client; an empty message prevents it from writing to the console. */
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
    timeout: NO_TIMEOUT_MS,
    extensions: [],
    onAuthenticate: authenticate,
    onLoadDocument: load,
    connected: sendInitialState,
    beforeSync: guardUpdate,
    beforeHandleAwareness: guardAwareness,
    onStateless: answerCheckpoint,
  })
  const notes = new LiveNoteRegistry<Actor>(hocuspocus)
  const sockets = openCollaborationSockets<Actor>({
    log,
    attach: (socket) =>
      hocuspocus.handleConnection(
        socket.webSocket,
        // The hooks do not need its headers and query, which may hold secrets.
        new Request(`http://localhost${COLLABORATION_PATH}`),
        { socket, session: null },
      ),
    recheck,
    recheckMs: options.recheckMs,
  })

  async function recheck(): Promise<void> {
    const open = notes.connections()
    if (open.length === 0) return
    const allowed = await options.recheck(
      open.map(({ session: { id, actor, articleId } }) => ({ id, actor, articleId })),
    )
    const lost = open.filter(({ session }) => !allowed.has(session.id))
    for (const { connection, session } of lost) {
      log.info({ articleId: session.articleId }, 'a connection lost its access')
      send(connection, { type: 'access' })
    }
    // Closes the whole socket: a client that keeps its other documents reconnects and is refused where it must be. A
    // room and its notes share one socket, so all of them are notified before it closes.
    for (const { connection } of lost) connection.webSocket.close(closeCodes.forbidden, 'Access lost')
  }

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
    socket.admit(authorisation.actor)
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
      // Compaction only saves space; the note requests it again when it is next opened.
      .catch((error: unknown) => log.warn({ err: error }, 'the compaction of a note could not be enqueued'))
      .finally(() => compactions.delete(asked))
    compactions.add(asked)
  }

  async function sendInitialState({ connection }: connectedPayload<NoteContext<Actor>>): Promise<void> {
    hocuspocus.keepWhileDraining(connection)
    adaptFlushDelay(connection.document)
    connection.onClose((_document, event) => {
      // Hocuspocus ends only the document's part of the socket; a client would wait there forever.
      if (event && event.code !== 1000) connection.webSocket.close(event.code, event.reason)
    })
    notes.notifyLocks(connection as NoteConnection<Actor>)
  }

  /** Runs before a document accepts what a client sends; type 0 is only a request. */
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
      if (session.lock && !session.refused && hasNewContent(document, payload)) session.refused = session.lock
    } else if (!note.guard.admits(payload, connection.context.socket.schemaVersion)) {
      connection.readOnly = true
      session.lock = 'size'
      session.refused = 'size'
      send(connection, { type: 'locked', reason: 'size' })
    } else {
      // A full sync contains all of this client's missing updates.
      if (type === 1) session.refused = null
      if (type === 2 || hasNewContent(document, payload)) options.onEdit?.(session.actor, session.articleId)
    }
  }

  /** Clients echo what they receive from others; each may announce only itself. */
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
    if (message.type === 'flushed') return notes.acknowledge(connection as NoteConnection<Actor>)
    if (session.refused) return refuseCheckpoint(connection, session, session.refused, message.id)
    // Clients with an older schema only read, so they have nothing that could be saved.
    if (connection.readOnly && session.lock === null) return
    // Not awaited: Hocuspocus does not wait for this hook either, and nothing would catch a rejection.
    void note.whenSaved().then((isSaved) => {
      if (isSaved) send(connection, { type: 'saved', id: message.id, at: new Date().toISOString() })
    })
  }

  return {
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),
    announce: (articleId, message) => notes.announce(articleId, message),
    flush: (articleId) => notes.flush(articleId),
    lockArticle: (articleId) => notes.lock(articleId),
    closeArticle: (articleId, finalMessage) => notes.close(articleId, finalMessage),
    recheckNow: () => sockets.recheckNow(),
    async applyStored(address, update) {
      const name = noteDocumentName(address)
      // A document that is being loaded may have been read before the update was stored.
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
      await sockets.close()
      // A document is unloaded when its last message is applied and everything is saved.
      for (const end = Date.now() + timeoutMs; hocuspocus.documents.size > 0;) {
        if (Date.now() > end) throw new AppError('unavailable')
        await delay(5)
      }
      await Promise.all(compactions)
    },
  }
}

function refuse<Actor>(socket: CollaborationSocket<Actor>, reason: RefusalReason): Refusal {
  socket.countRefusal(reason === 'unavailable')
  return new Refusal(reason)
}

/**
 * A checkpoint may arrive after the lock was released but before the edits that it refused are sent again. No other
 * message would unlock the client then.
 */
function refuseCheckpoint<Actor>(
  connection: Connection,
  session: NoteSession<Actor>,
  reason: LockReason,
  id: number,
): void {
  send(connection, { type: 'locked', reason, id })
  if (session.lock === null) send(connection, { type: 'unlocked', reason })
}

/** With many people in a note, edits are forwarded in batches, so that each client has fewer messages to read. */
function adaptFlushDelay(document: Document): void {
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
