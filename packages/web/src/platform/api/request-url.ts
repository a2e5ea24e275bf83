export type QueryValue = string | number | boolean | null | undefined

/** Fills `:name` parts and appends the query. Empty query values are omitted, booleans are sent as 1 and 0. */
export function buildRequestUrl(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, QueryValue> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeSegment(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.append(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value))
  }
  const tail = search.toString()
  return tail ? `${filled}?${tail}` : filled
}

/** Browsers drop the segments `.` and `..`, even encoded. A space keeps them; the server ignores it. */
const encodeSegment = (value: string) => encodeURIComponent(/^\.{1,2}$/.test(value) ? `${value} ` : value)
