import { errorReportCalls } from '@knowreel/shared/error-report/error-report.calls.ts'
import { serve } from '../access/index.ts'
import { createAttemptLimit } from '../platform/http/attempt-limit.ts'
import { describeBrowserError } from './describe-error.ts'
import type { ErrorReporter } from './error-reporter.ts'

/** Reports of all browsers in a minute: guests with many addresses must not use up what the operator's service allows. */
const maxPerMinute = 60

export function errorReportRoutes({ reporter }: { readonly reporter: Pick<ErrorReporter, 'report'> }) {
  const limit = createAttemptLimit({ max: maxPerMinute, windowMs: 60_000 })
  return serve(
    errorReportCalls,
    {},
    {
      report: ({ body }) =>
        Promise.resolve({ isReported: limit.admit('browsers') && reporter.report(describeBrowserError(body)) }),
    },
  )
}
