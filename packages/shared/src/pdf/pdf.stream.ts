/** The stream that makes a PDF of one tab. Its result is an address that is good for ten minutes, for this session alone. */
import * as z from 'zod'

export const PDF_STREAM = 'generate-pdf'

export const pdfStreamData = z.object({
  /** Of an article or a draft, long or short. */
  articleId: z.string().min(1).max(100),
  /** Null is the first tab. */
  textTabId: z.string().min(1).max(100).nullable().default(null),
})
export type PdfStreamData = z.infer<typeof pdfStreamData>

export type PdfStreamResult = {
  readonly url: string
  /** Letters that no font of the server has, each once: boxes stand in their place. */
  readonly missingLetters: string
}
