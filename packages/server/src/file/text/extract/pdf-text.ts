import { getDocumentProxy } from 'unpdf'
import { ReadFault, type TextPage } from '../attachment-text.ts'
import { PageCollector } from './page-collector.ts'

/** The text of each page of a PDF, in the order in which the file contains it. */
export async function readPdf(bytes: Buffer): Promise<readonly TextPage[]> {
  const collector = new PageCollector()
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, isEvalSupported: false })
    for (let number = 1; number <= document.numPages && !collector.isFull; number += 1) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      collector.add(number, text)
      page.cleanup()
    }
  } catch (error) {
    const isEncrypted = error instanceof Error && error.name === 'PasswordException'
    throw new ReadFault(isEncrypted ? 'encrypted' : 'damaged', { cause: error })
  }
  return collector.pages
}
