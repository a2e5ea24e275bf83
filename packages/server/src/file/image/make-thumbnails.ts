import { thumbnailWidths } from '@knowreel/shared/file/file.rules.ts'
import path from 'node:path'
import type { Db } from '../../platform/database/db.ts'
import { newFileKey, type FileStorage } from '../../platform/files/index.ts'
import { claimThumbnail, findImage, markThumbnailStored } from '../file.queries.ts'
import { writeThumbnail } from './read-image.ts'

type Services = { readonly db: Db; readonly files: FileStorage }
type Run = { readonly signal: AbortSignal; readonly log: (line: string) => void }

/** Existing copies stay; one whose creation was interrupted is made again under its key. */
export async function createThumbnails({ db, files }: Services, fileId: string, { signal, log }: Run): Promise<void> {
  const image = await findImage(db, fileId)
  if (image === null) return log('The picture is gone')
  await files.withLocalFile(image.key, (source) =>
    files.withFolder(async (folder) => {
      for (const width of thumbnailWidths.filter((one) => one < image.width)) {
        signal.throwIfAborted()
        const target = path.join(folder, String(width))
        if ((await writeThumbnail(source, target, width)) === null) return log('A moving picture has no smaller copies')
        const key = await claimThumbnail(db, fileId, width, newFileKey('thumbnails', 'image/webp'))
        if (key === null) continue
        const size = await files.putLocalFile(key, target)
        if (!(await markThumbnailStored(db, key, size))) return files.remove(key)
        log(`${width} pixels: ${size} bytes`)
      }
    }),
  )
}
