/**
 * The uploads of this page, shared by all its components. The upload code is loaded on demand; this file is small
 * because every page loads it.
 */
import { useEffect, useSyncExternalStore } from 'react'
import type { NewUpload, UploadManager } from './upload-manager.ts'
import type { UploadItem } from './upload-item.ts'

const noUploads: readonly UploadItem[] = []
const listeners = new Set<() => void>()
let manager: UploadManager | null = null
let openRequest: { owner: string; manager: Promise<UploadManager> } | null = null
let signedIn = Promise.withResolvers<{ readonly manager: Promise<UploadManager> }>()
let hasSignedIn = false

let items: readonly UploadItem[] = noUploads

const notify = () => {
  // A new array each time: which uploads the page shows may change while the uploads do not.
  items = manager === null ? noUploads : [...manager.items()]
  for (const listener of listeners) listener()
}

/** Opens the uploads of this account and company; those of earlier pages resume. */
export function openUploads(owner: string): Promise<UploadManager> {
  if (openRequest?.owner === owner) return openRequest.manager
  closeUploads()
  const opening = import('./browser-uploads.ts').then(({ browserUploads }) => {
    const opened = browserUploads(owner)
    if (openRequest?.owner !== owner) return opened
    manager = opened
    opened.subscribe(notify)
    void opened.restore()
    notify()
    return opened
  })
  openRequest = { owner, manager: opening }
  signedIn.resolve(openRequest)
  hasSignedIn = true
  opening.catch(() => (openRequest = null))
  return opening
}

/** Stops the uploads. They resume at the next sign-in of the same person only. */
export function closeUploads(): void {
  manager?.close()
  manager = null
  openRequest = null
  // Callers that wait for the first sign-in on this page keep waiting.
  if (hasSignedIn) signedIn = Promise.withResolvers()
  hasSignedIn = false
  notify()
}

/** Deletes the copies of recordings on this computer at sign-out. */
export async function clearUploads(): Promise<void> {
  closeUploads()
  const { deletePersistedFiles } = await import('./persisted-files.ts')
  await deletePersistedFiles()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const read = () => items

export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(subscribe, read)

/** The upload of a draft's own recording. */
export const useDraftUpload = (articleId: string): UploadItem | null =>
  useSyncExternalStore(
    subscribe,
    () => read().find((item) => item.articleId === articleId && item.context.insert === null) ?? null,
  )

/** For the signed-in person; waits until the page has opened their uploads. */
export const beginUpload = async (upload: NewUpload): Promise<string> =>
  (await (await signedIn.promise).manager).begin(upload)

/** Runs `work` with the uploads of the signed-in person, once they are open. */
export async function withUploads(work: (uploads: UploadManager) => Promise<unknown>): Promise<void> {
  await work(await (await signedIn.promise).manager)
}

const shownCounts = new Map<string, number>()

/** The page shows the upload of this draft itself, so the tray omits it. */
export function useHideUploadFromTray(articleId: string, isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    shownCounts.set(articleId, (shownCounts.get(articleId) ?? 0) + 1)
    notify()
    return () => {
      shownCounts.set(articleId, (shownCounts.get(articleId) ?? 1) - 1)
      notify()
    }
  }, [articleId, isShown])
}

export const isHiddenFromTray = ({ articleId, context, isLive }: UploadItem): boolean =>
  articleId === null || isLive || (context.insert === null && (shownCounts.get(articleId) ?? 0) > 0)
