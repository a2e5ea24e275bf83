/**
 * The installations that this extension is connected to, and the person's choices. They are in IndexedDB, which all
 * parts of the extension can read and no page can: the session tokens are here.
 */
import { bestQuality, type BubblePosition, type Quality } from '@knowreel/recorder/capture/index.ts'

export type Installation = {
  /** The origin of its pages. */
  readonly origin: string
  readonly token: string
  readonly userId: string
  readonly userName: string
  readonly companyId: string
  readonly companyTitle: string
  readonly personalWorkspace: string | null
  readonly connectedAt: number
}

export type RecordingSource = 'tab' | 'window' | 'screen' | 'camera'

export type Choices = {
  readonly source: RecordingSource
  readonly hasCamera: boolean
  /** '' is the default device. */
  readonly cameraId: string
  readonly hasMicrophone: boolean
  readonly microphoneId: string
  readonly hasSound: boolean
  readonly quality: Quality
  readonly bubble: BubblePosition
  /** Devices that the person has allowed; the browser may ask again later. */
  readonly allowed: { readonly camera: boolean; readonly microphone: boolean }
  /** Where recordings go: the origin of an installation. Empty: the one connected last. */
  readonly origin: string
}

export const usualChoices: Choices = {
  source: 'tab',
  hasCamera: false,
  cameraId: '',
  hasMicrophone: true,
  microphoneId: '',
  hasSound: true,
  quality: bestQuality,
  bubble: { size: 'medium', corner: 'bottomLeft' },
  allowed: { camera: false, microphone: false },
  origin: '',
}

/** As in the recordings of pages: account and company. */
export const ownerOf = ({ userId, companyId }: Pick<Installation, 'userId' | 'companyId'>): string =>
  `${userId}:${companyId}`

const stores = { installations: 'installations', choices: 'choices' } as const

async function inStore<Result>(
  name: keyof typeof stores,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('knowreel-recorder', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore(stores.installations, { keyPath: ['origin', 'userId', 'companyId'] })
      request.result.createObjectStore(stores.choices)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The storage of the extension could not be opened'))
  })
  try {
    const transaction = database.transaction(stores[name], mode)
    const request = work(transaction.objectStore(stores[name]))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The storage of the extension is full'))
    })
    return request.result
  } finally {
    database.close()
  }
}

/** The one connected last comes first. */
export async function listInstallations(): Promise<Installation[]> {
  const all = await inStore<Installation[]>('installations', 'readonly', (store) => store.getAll())
  return all.sort((one, other) => other.connectedAt - one.connectedAt)
}

/** The connection that is in use at an origin; earlier ones only finish their recordings. */
export const findInstallation = async (origin: string): Promise<Installation | null> =>
  (await listInstallations()).find((one) => one.origin === origin) ?? null

export async function saveInstallation(installation: Installation): Promise<void> {
  await inStore('installations', 'readwrite', (store) => store.put(installation))
}

export async function removeInstallation({ origin, userId, companyId }: Installation): Promise<void> {
  await inStore('installations', 'readwrite', (store) => store.delete([origin, userId, companyId]))
}

export async function readChoices(): Promise<Choices> {
  const kept = await inStore<Partial<Choices> | undefined>('choices', 'readonly', (store) => store.get('choices'))
  return { ...usualChoices, ...kept }
}

export async function saveChoices(choices: Choices): Promise<void> {
  await inStore('choices', 'readwrite', (store) => store.put(choices, 'choices'))
}
