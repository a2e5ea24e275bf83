/** Lists without pages end here. */
const mostListed = 1000

/** The limit of a statement whose rows go through `capRows`: one more than is listed tells that there are more. */
export const cappedLimit = mostListed + 1

export const capRows = <Row>(rows: readonly Row[]): { rows: Row[]; isTruncated: boolean } => ({
  rows: rows.slice(0, mostListed),
  isTruncated: rows.length > mostListed,
})
