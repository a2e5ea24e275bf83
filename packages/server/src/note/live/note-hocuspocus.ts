// Hocuspocus with two changes. It does not store: our own writer appends updates, so its debounced store would only
// delay unloading. And it keeps a document while it may still be needed: while a connection is being established, while
// messages of a closed connection are being applied, and while updates are unsaved. Otherwise an edit could reach a
// document that was just unloaded.
import { type Connection, type Document, Hocuspocus } from '@hocuspocus/server'

export class NoteHocuspocus<Context> extends Hocuspocus<Context> {
  readonly #holds = new Map<string, number>()
  /** Whether the document has unsaved updates. */
  isUnsaved: (document: Document) => boolean = () => false

  override async createDocument(...input: Parameters<Hocuspocus<Context>['createDocument']>): Promise<Document> {
    const release = this.#hold(input[0])
    try {
      return await super.createDocument(...input)
    } finally {
      // The caller attaches its connection in the same turn of the event loop.
      setImmediate(release)
    }
  }

  /** Keeps the document until messages that arrived before the connection closed are applied. */
  keepWhileDraining(connection: Connection): void {
    connection.onClose((document) => {
      const release = this.#hold(document.name)
      void connection.waitForPendingMessages().finally(release)
    })
  }

  override storeDocumentHooks(): Promise<void> {
    return Promise.resolve()
  }

  override shouldUnloadDocument(document: Document): boolean {
    return !this.#holds.has(document.name) && !this.isUnsaved(document) && super.shouldUnloadDocument(document)
  }

  #hold(name: string): () => void {
    this.#holds.set(name, (this.#holds.get(name) ?? 0) + 1)
    return () => {
      const count = (this.#holds.get(name) ?? 1) - 1
      if (count > 0) this.#holds.set(name, count)
      else this.#holds.delete(name)
      this.unloadIfUnused(name)
    }
  }

  unloadIfUnused(name: string): void {
    const document = this.documents.get(name)
    if (document) void this.unloadDocument(document)
  }
}
