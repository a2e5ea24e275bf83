import { type Connection, type Document, IncomingMessage, MessageType, OutgoingMessage } from '@hocuspocus/server'
import * as Y from 'yjs'

/** Asks the client for every update that the document lacks. */
export function requestMissingUpdates(connection: Connection): void {
  const message = new OutgoingMessage(connection.messageAddress)
    .createSyncMessage()
    .writeFirstSyncStepFor(connection.document)
  connection.send(message.toUint8Array())
}

/** Whether the update contains anything that the document lacks. */
export const hasNewContent = (document: Document, update: Uint8Array): boolean =>
  !Y.snapshotContainsUpdate(Y.snapshot(document), update)

/**
 * A short printable document name, then optionally a client session id; whether the document exists is checked later.
 */
const addressPattern = /^[\x21-\x7e]{1,120}(?:\0[\w-]{1,40})?$/
const messageTypes = new Set<unknown>(
  Object.values(MessageType).filter((kind) => typeof kind === 'number' && kind >= 0),
)

/** Whether Hocuspocus can read the document name and kind of a message; otherwise it would write to the console. */
export function isReadableMessage(data: Uint8Array): boolean {
  try {
    const message = new IncomingMessage(data)
    if (!addressPattern.test(message.readVarString())) return false
    const kind = message.readVarUint()
    if (kind === MessageType.Auth) {
      message.readVarUint()
      message.readVarString()
    }
    return messageTypes.has(kind)
  } catch {
    return false
  }
}
