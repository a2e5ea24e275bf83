export const transcriptionLimits = {
  /** Words of one change by a person: a whole recording of many hours. */
  words: 100_000,
  wordLength: 200,
  speakerLength: 80,
  /** Corrections of one recording. */
  edits: 5000,
  /** Bytes of an uploaded caption file. */
  captionBytes: 3_000_000,
} as const
