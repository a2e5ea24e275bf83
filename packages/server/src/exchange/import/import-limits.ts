/** What one import may ask of the server. */
export const readingLimits = {
  /** Entries of all archives together. */
  entries: 20_000,
  /** Bytes of all entries when they are unpacked, as the archive says and as they turn out to be. */
  unpackedBytes: 4_000_000_000,
  /** Bytes of one page. */
  pageBytes: 4_000_000,
  /** Of one page: parsers make an object of every tag and go down by recursion. */
  html: { characters: 4_000_000, tags: 20_000, depth: 100 },
  /** Of Markdown: `piece` characters are read in one go, where lines allow it to be divided. A page may take `mostMs`. */
  markdown: { characters: 2_000_000, piece: 60_000, largestPiece: 400_000, indent: 80, mostMs: 30_000 },
  /** Of what is read through the note schema in one go. */
  piece: { characters: 300_000, tags: 6000 },
  /** Rows of a CSV file that become a table. */
  tableRows: 2000,
} as const
