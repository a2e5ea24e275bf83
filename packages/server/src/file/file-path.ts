/** The bare path of a file, as notes store it, and the key in it. */
import { isAttachmentPath, isImagePath } from '@knowreel/shared/file/file.rules.ts'
import { isFileKey, type FileKey } from '../platform/files/index.ts'

const prefix = '/files/'

export const keyToPath = (key: FileKey): string => `${prefix}${key}`

/** Null for any path that a note may not contain. */
export function pathToKey(path: string): FileKey | null {
  if (!isImagePath(path) && !isAttachmentPath(path)) return null
  const key = path.slice(prefix.length)
  return isFileKey(key) ? key : null
}
