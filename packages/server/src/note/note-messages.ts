import { type Connection, type Document, IncomingMessage, MessageType, OutgoingMessage } from '@hocuspocus/server'
import * as Y from 'yjs'

/** Asks the client for every update it has and the document does not. */
export function requestMissing(connection: Connection): void {
  const message = new OutgoingMessage(connection.messageAddress)
    .createSyncMessage()
    .writeFirstSyncStepFor(connection.document)
  connection.send(message.toUint8Array())
}

/** Whether the update says anything the document does not say yet. */
export const isNews = (document: Document, update: Uint8Array): boolean =>
  !Y.snapshotContainsUpdate(Y.snapshot(document), update)

/** Printable and short, then perhaps the session of a client; whether there is such a document is found out later. */
const addressPattern = /^[\x21-\x7e]{1,120}(?:\0[\w-]{1,40})?$/
const kinds = new Set<unknown>(Object.values(MessageType).filter((kind) => typeof kind === 'number' && kind >= 0))

/** Whether Hocuspocus can read where a message goes, and who sends it: else it would write to the console. */
export function isReadable(data: Uint8Array): boolean {
  try {
    const message = new IncomingMessage(data)
    if (!addressPattern.test(message.readVarString())) return false
    const kind = message.readVarUint()
    if (kind === MessageType.Auth) {
      message.readVarUint()
      message.readVarString()
    }
    return kinds.has(kind)
  } catch {
    return false
  }
}
