// Messages about a note besides the Yjs protocol, on `/collaboration`.
//
// Documents: `{articleId}:{tabId}` is the content of one text tab; a bare `{articleId}` is the room of everyone who
// edits the article, without content. Ids are uuids.
//
// Receipts: messages of one connection are handled in order. After edits the client sends `checkpoint`; the server
// answers `saved` with the same id once everything before it is committed in the database, and only then may the client
// show "Saved". While the database does not respond, the server sends `locked`; receipts follow when it does.
import * as z from 'zod'
import { isBlockKey } from './note-document.ts'

/** Query parameter of the socket's URL with the client's schema version. */
export const SCHEMA_PARAMETER = 'schema'

/**
 * From the client, about a document. `flushed` answers `locked` for publishing: the editor is read-only, and every edit was sent
 * before this message.
 */
export const noteClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('checkpoint'), id: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) }),
  z.object({ type: z.literal('flushed') }),
])
export type NoteClientMessage = z.infer<typeof noteClientMessage>

/** `storage` the database does not respond · `size` this editor's update would exceed the limit · `publishing` */
export const lockReason = z.enum(['storage', 'size', 'publishing'])
export type LockReason = z.infer<typeof lockReason>

const at = z.string()
/** With `id`: answers this checkpoint; an earlier update was refused, so no receipt will follow. */
const locked = z.object({ type: z.literal('locked'), reason: lockReason, id: z.number().optional() })
const unlocked = z.object({ type: z.literal('unlocked'), reason: lockReason })
const published = z.object({ type: z.literal('published'), id: z.string() })
const access = z.object({ type: z.literal('access') })

/** To a client, about a document. `published` and `access` are the last messages before the connection closes. */
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
  /** Data of the article other than its notes was saved: read it again. */
  z.object({ type: z.literal('saved'), at }),
  locked,
  unlocked,
  published,
  access,
])
export type RoomServerMessage = z.infer<typeof roomServerMessage>

/** Why a document was refused, in the protocol's "permission denied". After `unavailable`, the client retries. */
export const refusalReason = z.enum(['permission-denied', 'unknown-document', 'unavailable'])
export type RefusalReason = z.infer<typeof refusalReason>

export type NoteAddress = { readonly articleId: string; readonly tabId: string }

const documentNamePattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?::(.+))?$/

export const noteDocumentName = ({ articleId, tabId }: NoteAddress): string => `${articleId}:${tabId}`

/** The parts of a document name; `tabId` is null for a room. Null for an invalid name. */
export function parseDocumentName(name: string): { articleId: string; tabId: string | null } | null {
  const [, articleId, tabId] = documentNamePattern.exec(name) ?? []
  if (articleId === undefined || (tabId !== undefined && !isBlockKey(tabId))) return null
  return { articleId, tabId: tabId ?? null }
}
