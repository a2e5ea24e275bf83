/**
 * Files as people choose or drop them. With File System Access the handle is included, so that the file can be read
 * again after the browser was closed.
 */
import { videoTypes } from '@knowreel/shared/video/upload/upload-protocol.ts'
import * as texts from './texts.ts'

export type ChosenFile = { readonly file: File; readonly handle: unknown }

type FileHandle = { readonly kind: string; getFile(): Promise<File> }
type ShowFilePicker = (options: object) => Promise<FileHandle[]>

export const acceptedFiles = [...videoTypes, '.webm', '.mp4', '.mov', '.m4v'].join()

/** Null if the browser has no such file picker; an input is used instead. */
export const getFilePicker = (): ShowFilePicker | null =>
  'showOpenFilePicker' in window ? (window.showOpenFilePicker as ShowFilePicker) : null

/** Null if nothing was chosen. */
export async function pickFile(picker: ShowFilePicker): Promise<ChosenFile | null> {
  const types = [
    {
      description: texts.videos,
      accept: { 'video/webm': ['.webm'], 'video/mp4': ['.mp4', '.m4v'], 'video/quicktime': ['.mov'] },
    },
  ]
  try {
    const [handle] = await picker({ types, id: 'knowreel-video' })
    return handle ? { file: await handle.getFile(), handle } : null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

/** Browsers without handles for drops may never resolve. Milliseconds. */
const handleTimeoutMs = 1000

/** Must be called within the event: afterwards the drop data is empty. Null if no file was dropped. */
export async function getDroppedFile(items: DataTransferItemList): Promise<ChosenFile | null> {
  const item = [...items].find(({ kind }) => kind === 'file')
  const file = item?.getAsFile() ?? null
  const asking = item ? requestHandle(item) : null
  const handle = await Promise.race([
    asking,
    new Promise<null>((resolve) => setTimeout(resolve, handleTimeoutMs, null)),
  ])
  if (file === null || (handle !== null && handle.kind !== 'file')) return null
  return { file, handle }
}

async function requestHandle(item: DataTransferItem): Promise<FileHandle | null> {
  if (!('getAsFileSystemHandle' in item)) return null
  const asking = (item.getAsFileSystemHandle as () => Promise<FileHandle | null | undefined>).call(item)
  // A file dropped by a script has no handle.
  return (await asking.catch(() => null)) ?? null
}
