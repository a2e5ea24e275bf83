import { type Connection, type Document, OutgoingMessage } from '@hocuspocus/server'
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
