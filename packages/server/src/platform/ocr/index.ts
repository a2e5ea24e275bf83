export { openOcr, type Ocr } from './ocr.ts'
export { OcrError } from './recognizer.ts'
export { registerOcrFiles } from './serve-ocr-files.ts'
