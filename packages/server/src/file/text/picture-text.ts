/** The text of a picture in a note. */
import path from 'node:path'
import type { FileStorage } from '../../platform/files/index.ts'
import { OcrError, type Ocr } from '../../platform/ocr/index.ts'
import { writeGrey } from '../image/read-image.ts'
import type { AttachmentText } from './attachment-text.ts'

type Services = { readonly files: FileStorage; readonly ocr: Ocr }

export async function readPictureText(
  { files, ocr }: Services,
  key: string,
  signal: AbortSignal,
): Promise<AttachmentText> {
  const text = await files.withLocalFile(key, (source) =>
    files.withFolder(async (folder): Promise<AttachmentText> => {
      const target = path.join(folder, 'picture.png')
      const isWritten = await writeGrey(source, target).catch(() => false)
      if (!isWritten) return { outcome: 'unsupported', pages: [] }
      try {
        const lines = await ocr.withReader({ folder, signal }, (read) => read(target))
        const content = lines.map(({ text: line }) => line).join('\n')
        return { outcome: 'read', pages: content === '' ? [] : [{ page: null, text: content }] }
      } catch (error) {
        if (error instanceof OcrError) return { outcome: 'too_slow', pages: [] }
        throw error
      }
    }),
  )
  return text ?? { outcome: 'damaged', pages: [] }
}
