/** Languages of the text that is recognised in pictures, as Tesseract names them. */
export const textLanguages = ['eng', 'ukr', 'rus'] as const
export type TextLanguage = (typeof textLanguages)[number]

/** The URL folder of the recogniser's files. They are cached forever, so it contains their version. */
export const ocrVersion = '7.0.0'
export const ocrFilesPath = `/ocr/${ocrVersion}`
