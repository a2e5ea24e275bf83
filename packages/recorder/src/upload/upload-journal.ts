import type { JournalEntry, UploadJournal } from './upload-ports.ts'

const databaseName = 'knowreel-uploads'
const storeName = 'uploads'
/** The server keeps parts that were never accepted for the same time. */
const retentionMs = 7 * 86_400_000

/** The journal in this browser. An entry that cannot be stored lasts as long as the page; the upload continues. */
export function browserJournal(now: () => number = Date.now): UploadJournal {
  const inStore = async <Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Result>) => {
    const database = await openDatabase()
    try {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error ?? new Error('The journal could not be written'))
      })
      return request.result
    } finally {
      database.close()
    }
  }

  const remove = async (id: string): Promise<void> => {
    await inStore('readwrite', (store) => store.delete(id))
  }
  return {
    async save(entry) {
      await inStore('readwrite', (store) => store.put(entry))
    },
    remove,
    async listIds() {
      return (await inStore('readonly', (store) => store.getAllKeys())).map(String)
    },
    async list(owner) {
      const entries = await inStore<JournalEntry[]>('readonly', (store) => store.getAll())
      const old = entries.filter(({ updatedAt }) => now() - updatedAt > retentionMs)
      for (const { id } of old) await remove(id)
      return entries.filter((entry) => entry.owner === owner && !old.includes(entry))
    },
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The journal could not be opened'))
  })
}

/** For pages without storage, and for tests. */
export function memoryJournal(): UploadJournal {
  const entries = new Map<string, JournalEntry>()
  return {
    save: async (entry) => void entries.set(entry.id, entry),
    remove: async (id) => void entries.delete(id),
    listIds: async () => [...entries.keys()],
    list: async (owner) => [...entries.values()].filter((entry) => entry.owner === owner),
  }
}
