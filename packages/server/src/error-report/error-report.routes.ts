import { errorReportCalls } from '@knowreel/shared/error-report/error-report.calls.ts'
import { serve } from '../access/index.ts'
import { describeBrowserError } from './describe-error.ts'
import type { ErrorReporter } from './error-reporter.ts'

export const errorReportRoutes = ({ reporter }: { readonly reporter: Pick<ErrorReporter, 'report'> }) =>
  serve(
    errorReportCalls,
    {},
    { report: ({ body }) => Promise.resolve({ isReported: reporter.report(describeBrowserError(body)) }) },
  )
