import { ReadFault, type AttachmentText, type TextPage } from '../attachment-text.ts'

const officeExtensions = new Set(['docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'pptm', 'odt', 'ods', 'odp'])

/** The text of a file, or why it has none. The extension is that of its name, lower case, without a dot. */
export async function readFileText(bytes: Buffer, extension: string): Promise<AttachmentText> {
  try {
    return { outcome: 'read', pages: await readPages(bytes, extension) }
  } catch (error) {
    if (error instanceof ReadFault) return { outcome: error.outcome, pages: [] }
    // Such as a stack that overflows in a parser: the file is at fault.
    if (error instanceof RangeError) return { outcome: 'damaged', pages: [] }
    throw error
  }
}

/** Parsers are loaded for the file that needs them. */
async function readPages(bytes: Buffer, extension: string): Promise<readonly TextPage[]> {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return (await import('./pdf-text.ts')).readPdf(bytes)
  if (officeExtensions.has(extension)) return (await import('./office-text.ts')).readOfficeFile(bytes)
  return (await import('./plain-text.ts')).readTextFile(bytes, extension)
}
