import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { describeError } from './describe-error.ts'

const maxReports = 20

let remaining = maxReports
const sent = new Set<string>()

/** Sends each error of this page once, until the server says that nobody reads them. `page` is the pattern of the route. */
export function sendError(error: unknown, page: string | null): void {
  // A refused call is no fault, and a lost connection cannot report itself.
  if (!(error instanceof Error) || error instanceof ApiError || error.name === 'AbortError' || remaining === 0) return
  const report = describeError(error, page)
  const key = JSON.stringify(report)
  if (sent.has(key)) return
  sent.add(key)
  remaining -= 1
  api.errorReport.report({ body: report }).then(
    ({ isReported }) => {
      if (!isReported) remaining = 0
    },
    () => undefined,
  )
}
