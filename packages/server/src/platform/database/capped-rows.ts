/** Maximum rows of lists without pages. */
const maxListed = 1000

/** The limit of a statement whose rows go through `capRows`: one extra row reveals that there are more. */
export const cappedLimit = maxListed + 1

export const capRows = <Row>(rows: readonly Row[]): { rows: Row[]; isTruncated: boolean } => ({
  rows: rows.slice(0, maxListed),
  isTruncated: rows.length > maxListed,
})
