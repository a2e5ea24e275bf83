/**
 * Files as people choose or drop them. Where the browser has File System Access, the handle comes along, and with it the
 * file can be read again after the browser was closed.
 */
import { videoTypes } from '@knowreel/shared/video/upload-protocol.ts'

export type ChosenFile = { readonly file: File; readonly handle: unknown }

type FileHandle = { readonly kind: string; getFile(): Promise<File> }
type Picker = (options: object) => Promise<FileHandle[]>

export const acceptedFiles = [...videoTypes, '.webm', '.mp4', '.mov', '.m4v'].join()

/** Null where the browser has no such chooser: then an input does. */
export const filePicker = (): Picker | null =>
  'showOpenFilePicker' in window ? (window.showOpenFilePicker as Picker) : null

/** Null when nothing was chosen. */
export async function pickFile(picker: Picker): Promise<ChosenFile | null> {
  const types = [
    {
      description: 'Videos',
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

/** Browsers that give no handle for a drop may give no answer either. Milliseconds. */
const handleMs = 1000

/** Has to be called within the event: afterwards a drop is empty. Null when no file was dropped. */
export async function droppedFile(items: DataTransferItemList): Promise<ChosenFile | null> {
  const item = [...items].find(({ kind }) => kind === 'file')
  const file = item?.getAsFile() ?? null
  const asking = item ? askForHandle(item) : null
  const handle = await Promise.race([asking, new Promise<null>((resolve) => setTimeout(resolve, handleMs, null))])
  if (file === null || (handle !== null && handle.kind !== 'file')) return null
  return { file, handle }
}

async function askForHandle(item: DataTransferItem): Promise<FileHandle | null> {
  if (!('getAsFileSystemHandle' in item)) return null
  const asking = (item.getAsFileSystemHandle as () => Promise<FileHandle | null | undefined>).call(item)
  // What a script dropped has a file and no handle.
  return (await asking.catch(() => null)) ?? null
}
