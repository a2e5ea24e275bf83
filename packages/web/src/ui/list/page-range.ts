import * as texts from '../texts.ts'
/** Table rows per page. */
export const rowsPerPage = 20

export const pageCount = (count: number, perPage = rowsPerPage): number => Math.max(1, Math.ceil(count / perPage))

/** '21–40 of 45'. */
export function rangeText(page: number, count: number, perPage = rowsPerPage): string {
  const first = (page - 1) * perPage + 1
  return texts.rowRange(first, Math.min(count, page * perPage), count)
}

/** The page number in a URL; undefined for the first page and for invalid values. */
export function parsePage(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isSafeInteger(page) && page > 1 ? page : undefined
}
