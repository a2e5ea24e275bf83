/**
 * The process that reads one attachment: the file is its standard input, the extension of its name the argument, and
 * the text its standard output. run-extraction.ts limits what it can do.
 */
import { buffer } from 'node:stream/consumers'
import { ReadFault, type AttachmentText, type TextPage } from '../attachment-text.ts'

const officeExtensions = new Set(['docx', 'docm', 'xlsx', 'xlsm', 'pptx', 'pptm', 'odt', 'ods', 'odp'])

/** Parsers are loaded for the file that needs them. */
async function readPages(bytes: Buffer, extension: string): Promise<readonly TextPage[]> {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return (await import('./pdf-text.ts')).readPdf(bytes)
  if (officeExtensions.has(extension)) return (await import('./office-text.ts')).readOfficeFile(bytes)
  return (await import('./plain-text.ts')).readTextFile(bytes, extension)
}

async function read(): Promise<AttachmentText> {
  try {
    return { outcome: 'read', pages: await readPages(await buffer(process.stdin), process.argv[2] ?? '') }
  } catch (error) {
    if (error instanceof ReadFault) return { outcome: error.outcome, pages: [] }
    // Such as a stack that overflows in a parser: the file is at fault.
    if (error instanceof RangeError) return { outcome: 'damaged', pages: [] }
    throw error
  }
}

process.stdout.write(JSON.stringify(await read()))
