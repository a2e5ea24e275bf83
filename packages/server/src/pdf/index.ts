export { createPdfStream } from './pdf.stream.ts'
