/** Rows of a table on one page. */
export const rowsPerPage = 20

export const pagesOf = (count: number): number => Math.max(1, Math.ceil(count / rowsPerPage))

/** '21–40 of 45'. */
export function rangeText(page: number, count: number): string {
  const first = (page - 1) * rowsPerPage + 1
  return `${first}–${Math.min(count, page * rowsPerPage)} of ${count}`
}

/** A page number out of an address; undefined for the first, and for what is none. */
export function readPage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page > 1 ? page : undefined
}
