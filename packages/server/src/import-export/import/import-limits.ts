/** Limits of what one import may demand from the server. */
export const parseLimits = {
  /** Entries of all archives together. */
  entries: 20_000,
  /** Unpacked bytes of all entries, as the archive declares them and as actually read. */
  unpackedBytes: 4_000_000_000,
  /** Bytes of one page. */
  pageBytes: 4_000_000,
  /** Per page: parsers create an object for every tag and are recursive. */
  html: { characters: 4_000_000, tags: 20_000, depth: 100 },
  /** The time that reading a page may take, without storing its files. */
  pageMs: 60_000,
  /** For Markdown: `piece` is the number of characters parsed together, where lines allow the text to be split. */
  markdown: { characters: 2_000_000, piece: 60_000, largestPiece: 400_000, indent: 80 },
  /** The maximum that the note schema parses without a pause. */
  piece: { characters: 300_000, tags: 6000 },
  /** Rows of a CSV file that become a table. */
  tableRows: 2000,
} as const
