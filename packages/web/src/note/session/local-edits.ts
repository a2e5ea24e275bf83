// Edits that are not saved on the server yet, stored in the browser: they survive a closed page, a crash and hours
// offline, and are sent on the next visit. An edit is removed when its receipt arrives. The rest of a note is not
// stored here, and logging out removes everything.
export interface LocalEdits {
  /** Edits of earlier visits. */
  load(): Promise<Uint8Array[]>
  /** The loaded edits are part of the document; they are saved once the edits up to this number are. */
  applied(count: number): void
  /** Stores an edit; `count` is its number. */
  add(update: Uint8Array, count: number): void
  /** The edits up to this number are saved on the server. */
  markSaved(count: number): void
  /** Stores nothing from now on; what is already stored stays. */
  stop(): void
}

type StoredEdit = { note: string; update: Uint8Array; at: number }

const DATABASE = 'knowreel-notes'
const STORE = 'edits'
const NOTE_INDEX = 'note'
const TIME_INDEX = 'at'
/** For edits that never reached their note, because it was published or deleted in the meantime. */
const RETENTION_MS = 30 * 86_400_000

const openInstances = new Set<LocalEdits>()
let databasePromise: Promise<IDBDatabase | null> | undefined

/** `note` identifies the note and the person. Without IndexedDB nothing is stored. */
export function openLocalEdits(note: string): LocalEdits {
  let isStopped = false
  let loadedKeys: IDBValidKey[] = []
  let loadedCount = Infinity
  let added: { count: number; key: Promise<IDBValidKey | null> }[] = []

  const remove = (keys: readonly IDBValidKey[]): void => {
    if (keys.length > 0) void withStore((store) => keys.forEach((key) => store.delete(key)))
  }

  const edits: LocalEdits = {
    async load() {
      const kept = await findStored(note)
      loadedKeys = kept.map(({ key }) => key)
      return kept.map(({ update }) => update)
    },
    applied(count) {
      loadedCount = count
    },
    add(update, count) {
      if (isStopped) return
      const edit: StoredEdit = { note, update, at: Date.now() }
      added.push({ count, key: withStore((store) => store.add(edit)) })
    },
    markSaved(count) {
      // A receipt that was sent before they were loaded does not cover them.
      if (count >= loadedCount) remove(loadedKeys.splice(0))
      const done = added.filter((edit) => edit.count <= count)
      added = added.filter((edit) => edit.count > count)
      void Promise.all(done.map((edit) => edit.key)).then((keys) => remove(keys.filter((key) => key !== null)))
    },
    stop() {
      isStopped = true
      openInstances.delete(edits)
    },
  }
  openInstances.add(edits)
  return edits
}

/** Removes the stored edits of all notes at logout. */
export async function clearLocalEdits(): Promise<void> {
  for (const edits of openInstances) edits.stop()
  await withStore((store) => store.clear())
}

async function findStored(note: string): Promise<{ key: IDBValidKey; update: Uint8Array }[]> {
  const kept: { key: IDBValidKey; update: Uint8Array }[] = []
  await withStore((store) => {
    const ofNote = store.index(NOTE_INDEX).openCursor(IDBKeyRange.only(note))
    ofNote.onsuccess = () => {
      const cursor = ofNote.result
      if (!cursor) return
      kept.push({ key: cursor.primaryKey, update: (cursor.value as StoredEdit).update })
      cursor.continue()
    }
    const expired = store.index(TIME_INDEX).openCursor(IDBKeyRange.upperBound(Date.now() - RETENTION_MS))
    expired.onsuccess = () => {
      expired.result?.delete()
      expired.result?.continue()
    }
  })
  return kept
}

/**
 * Returns the result of the request once the transaction has completed; null if the browser stores nothing, in which
 * case editing continues without this file.
 */
async function withStore<Result = null>(
  work: (store: IDBObjectStore) => IDBRequest<Result> | void,
): Promise<Result | null> {
  databasePromise ??= openDatabase()
  const opened = await databasePromise
  if (!opened) return null
  return new Promise((resolve) => {
    try {
      const transaction = opened.transaction(STORE, 'readwrite')
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request ? request.result : null)
      transaction.onabort = () => resolve(null)
    } catch {
      // Closed by the browser, for example because another page opens a newer version.
      databasePromise = undefined
      resolve(null)
    }
  })
}

function openDatabase(): Promise<IDBDatabase | null> {
  if (typeof indexedDB === 'undefined') return Promise.resolve(null)
  return new Promise((resolve) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore(STORE, { autoIncrement: true })
      store.createIndex(NOTE_INDEX, 'note')
      store.createIndex(TIME_INDEX, 'at')
    }
    request.onsuccess = () => {
      const opened = request.result
      opened.onversionchange = () => opened.close()
      opened.onclose = () => (databasePromise = undefined)
      resolve(opened)
    }
    request.onerror = () => resolve(null)
    request.onblocked = () => resolve(null)
  })
}
