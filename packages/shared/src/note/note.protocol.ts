// What client and server say to each other about a note beside the Yjs protocol itself, on `/collaboration`.
//
// Documents: `{articleId}:{tabId}` is the content of one text tab; a bare `{articleId}` is the room of everyone who edits
// the article, without content. Ids are the long ones.
//
// Receipts: messages of one connection are handled in order. After edits the client sends `checkpoint`; the server
// answers `saved` with the same id once everything that came before it is committed in the database, and only then may
// the client show "saved". While the database does not answer it says `locked`; receipts come when it does.
import * as z from 'zod'
import { isBlockKey } from './note-document.ts'

export const COLLABORATION_PATH = '/collaboration'

/** Query parameter of the socket's address that tells the schema version of the client. */
export const SCHEMA_PARAMETER = 'schema'

/** From the client, on a document. */
export const noteClientMessage = z.object({
  type: z.literal('checkpoint'),
  id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export type NoteClientMessage = z.infer<typeof noteClientMessage>

/** `storage` the database does not answer · `size` this editor's update would make the note too large · `publishing` */
export const lockReason = z.enum(['storage', 'size', 'publishing'])
export type LockReason = z.infer<typeof lockReason>

const at = z.string()
/** With `id`: the answer to this checkpoint; something sent before it was refused, so no receipt will come. */
const locked = z.object({ type: z.literal('locked'), reason: lockReason, id: z.number().optional() })
const unlocked = z.object({ type: z.literal('unlocked'), reason: lockReason })
const published = z.object({ type: z.literal('published'), id: z.string() })
const access = z.object({ type: z.literal('access') })

/** To a client, on a document. `published` and `access` are the last words before the connection is closed. */
export const noteServerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('saved'), id: z.number(), at }),
  locked,
  unlocked,
  published,
  access,
])
export type NoteServerMessage = z.infer<typeof noteServerMessage>

/** To everyone in an article's room. */
export const roomServerMessage = z.discriminatedUnion('type', [
  /** Something of the article beside its notes was saved: read it again. */
  z.object({ type: z.literal('saved'), at }),
  locked,
  unlocked,
  published,
  access,
])
export type RoomServerMessage = z.infer<typeof roomServerMessage>

/** Why a document was refused, in the protocol's "permission denied". After `unavailable` the client tries again. */
export const refusalReason = z.enum(['permission-denied', 'unknown-document', 'unavailable'])
export type RefusalReason = z.infer<typeof refusalReason>

/** WebSocket close codes beyond those of the protocol. */
export const closeCodes = { restart: 1012, tryLater: 1013, reset: 4205, forbidden: 4403, silent: 4408 } as const

export type NoteAddress = { readonly articleId: string; readonly tabId: string }

const addressPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::(.+))?$/

export const noteDocumentName = ({ articleId, tabId }: NoteAddress): string => `${articleId}:${tabId}`

/** The parts of a document's name; `tabId` is null for a room. Null for anything that is neither. */
export function parseDocumentName(name: string): { articleId: string; tabId: string | null } | null {
  const [, articleId, tabId] = addressPattern.exec(name) ?? []
  if (articleId === undefined || (tabId !== undefined && !isBlockKey(tabId))) return null
  return { articleId, tabId: tabId ?? null }
}
