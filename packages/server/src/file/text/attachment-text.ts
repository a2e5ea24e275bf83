/** The text read from an attachment and its limits. Also used by the process that reads. */

/** A page of a document, a slide, or a sheet; a text without pages is one. */
export type TextPage = {
  /** From 1; null if the format has no pages until it is printed. */
  readonly page: number | null
  readonly text: string
}

/** Why an attachment has no text, or `read`. */
export const readOutcomes = ['read', 'unsupported', 'too_large', 'too_slow', 'damaged', 'encrypted'] as const
export type ReadOutcome = (typeof readOutcomes)[number]

export type AttachmentText = { readonly outcome: ReadOutcome; readonly pages: readonly TextPage[] }

export const readLimits = {
  /** The size of the file. */
  bytes: 50_000_000,
  /** The size of all parts of an archive that are read. */
  unpackedBytes: 150_000_000,
  /** How many times larger than the file its unpacked parts may be; texts reach 20. */
  ratio: 200,
  entries: 20_000,
  pages: 2000,
  /** The text of all pages, in UTF-16 units; the rest is not searchable. */
  characters: 2_000_000,
  milliseconds: 60_000,
  heapMegabytes: 512,
} as const

/** Ends the reading of a file with an outcome. */
export class ReadFault extends Error {
  override name = 'ReadFault'
  readonly outcome: ReadOutcome
  constructor(outcome: ReadOutcome, options?: ErrorOptions) {
    super(outcome, options)
    this.outcome = outcome
  }
}
