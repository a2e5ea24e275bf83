/** The stream that makes a PDF of one tab. Its result is a URL that is valid for ten minutes in this session. */
import * as z from 'zod'

export const PDF_STREAM = 'generate-pdf'

export const pdfStreamData = z.object({
  /** Uuid or short id of an article or a draft. */
  articleId: z.string().min(1).max(100),
  /** Null is the first tab. */
  textTabId: z.string().min(1).max(100).nullable().default(null),
})
export type PdfStreamData = z.infer<typeof pdfStreamData>

export type PdfStreamResult = {
  readonly url: string
  /** Letters without a font on the server, each once; the PDF shows boxes instead. */
  readonly missingLetters: string
}
