/**
 * Resumes an upload after the browser was closed. With File System Access the file comes from its stored handle;
 * otherwise the person chooses it again, and it must be the same file.
 */
import type { RecordingFacts } from '../capture/capture-ports.ts'
import type { JournalEntry } from './upload-ports.ts'
import { fingerprintOf } from './upload-source.ts'

/** The handle that Chromium provides for chosen and dropped files. */
type FileHandle = {
  getFile(): Promise<File>
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>
}

type NewEntry = {
  readonly owner: string
  readonly file: File
  readonly handle?: unknown
  readonly articleId?: string | null
  readonly context?: unknown
}

export async function createJournalEntry({ owner, file, handle, articleId, context }: NewEntry): Promise<JournalEntry> {
  return {
    id: newUploadId(),
    owner,
    name: file.name,
    mime: file.type,
    size: file.size,
    fingerprint: await fingerprintOf(file),
    articleId: articleId ?? null,
    parts: [],
    current: null,
    acceptId: null,
    marks: null,
    handle: handle ?? null,
    context: context ?? null,
    updatedAt: Date.now(),
  }
}

/** The entry of a recording that is being made in this browser. */
export const createRecordingEntry = (
  { id, owner, mime, marks, hints }: RecordingFacts,
  { name, articleId, context }: Pick<JournalEntry, 'name' | 'articleId' | 'context'>,
): JournalEntry => ({
  id,
  owner,
  name,
  mime,
  size: null,
  fingerprint: null,
  articleId,
  parts: [],
  current: null,
  acceptId: null,
  marks,
  hints,
  handle: null,
  context,
  updatedAt: Date.now(),
})

const newUploadId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The file of an interrupted upload. `mayAsk` is true within a click, when the browser may show its permission prompt.
 * Null: the file must be chosen again.
 */
export async function readPersistedFile(entry: JournalEntry, { mayAsk }: { mayAsk: boolean }): Promise<File | null> {
  if (!isFileHandle(entry.handle)) return null
  const asked = { mode: 'read' } as const
  try {
    let permission = (await entry.handle.queryPermission?.(asked)) ?? 'granted'
    if (permission === 'prompt' && mayAsk) permission = (await entry.handle.requestPermission?.(asked)) ?? 'denied'
    if (permission !== 'granted') return null
    const file = await entry.handle.getFile()
    return (await isSameFile(entry, file)) ? file : null
  } catch {
    // Moved or deleted since.
    return null
  }
}

export async function isSameFile(entry: JournalEntry, file: File): Promise<boolean> {
  return file.name === entry.name && (await hasSameContent(entry, file))
}

/** Compares content only, because our own copy has no name. */
export const hasSameContent = async (entry: JournalEntry, file: File): Promise<boolean> =>
  file.size === entry.size && (await fingerprintOf(file)) === entry.fingerprint

const isFileHandle = (handle: unknown): handle is FileHandle =>
  typeof handle === 'object' && handle !== null && 'getFile' in handle && typeof handle.getFile === 'function'
