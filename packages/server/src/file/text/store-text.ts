import path from 'node:path'
import { splitText } from '@knowreel/shared/search/split-text.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { FileStorage } from '../../platform/files/index.ts'
import { OcrError, type Ocr } from '../../platform/ocr/index.ts'
import { writeGrey } from '../image/read-image.ts'
import { readLimits, type AttachmentText } from './attachment-text.ts'
import { findUnreadFile, insertText, type UnreadFile } from './file-text.queries.ts'
import { runExtraction } from './run-extraction.ts'

type Services = { readonly db: Db; readonly files: FileStorage; readonly ocr: Ocr | null }
type Run = { readonly signal: AbortSignal; readonly log: (line: string) => void }

/** Extensions of names whose content is text for people. */
const searchedExtensions = new Set(
  'pdf docx docm xlsx xlsm pptx pptm odt ods odp txt text md markdown csv tsv html htm'.split(' '),
)

/** Reads a file once; why there is no text is stored, too, and not tried again. */
export async function storeText({ db, files, ocr }: Services, fileId: string, { signal, log }: Run): Promise<void> {
  const file = await findUnreadFile(db, fileId)
  if (file === null) return log('The file is gone, or was read')
  if (file.kind === 'image' && ocr === null) return log('Text in pictures is not read')
  const { outcome, pages } =
    file.kind === 'image' && ocr !== null
      ? await readPictureText({ files, ocr }, file.key, signal)
      : await readText(files, file, signal)
  const pieces = pages.flatMap(({ page, text }) => splitText(text).map((content) => ({ page, content })))
  await runTransaction(db, (trx) => insertText(trx, fileId, outcome, pieces))
  log(`${outcome}: ${pages.length} pages`)
}

async function readText(
  files: FileStorage,
  { key, name, size }: UnreadFile,
  signal: AbortSignal,
): Promise<AttachmentText> {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  if (!searchedExtensions.has(extension)) return { outcome: 'unsupported', pages: [] }
  if (size > readLimits.bytes) return { outcome: 'too_large', pages: [] }
  const text = await files.withLocalFile(key, (file) => runExtraction(file, { extension, signal }))
  return text ?? { outcome: 'damaged', pages: [] }
}

/** The text of a picture in a note. */
async function readPictureText(
  { files, ocr }: Pick<Services, 'files'> & { readonly ocr: Ocr },
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
