import { normalizeIP } from '@fastify/rate-limit'
import { errorReportCalls } from '@knowreel/shared/error-report/error-report.calls.ts'
import { serve } from '../access/index.ts'
import { createAttemptLimit } from '../platform/http/attempt-limit.ts'
import { describeBrowserError } from './describe-error.ts'
import type { ErrorReporter } from './error-reporter.ts'

/**
 * Reports in a minute. Guests with many addresses must neither use up what the operator's service allows nor leave
 * nothing to people who are signed in.
 */
const reportLimits = { all: 60, guests: 40, guestAddress: 4, person: 10 } as const

type Dependencies = {
  readonly reporter: Pick<ErrorReporter, 'report'>
  readonly authenticate: (token: string | null) => Promise<{ readonly userId: string } | null>
}

export function errorReportRoutes({ reporter, authenticate }: Dependencies) {
  const limitOf = (name: keyof typeof reportLimits) => createAttemptLimit({ max: reportLimits[name], windowMs: 60_000 })
  const [all, guests, guestAddresses, people] = [
    limitOf('all'),
    limitOf('guests'),
    limitOf('guestAddress'),
    limitOf('person'),
  ]

  const admit = (userId: string | undefined, address: string): boolean => {
    // Refused reports must not count against others.
    if (all.isReached('all')) return false
    const hasShare =
      userId === undefined ? guestAddresses.admit(normalizeIP(address)) && guests.admit('guests') : people.admit(userId)
    return hasShare && all.admit('all')
  }

  return serve(
    errorReportCalls,
    {},
    {
      report: async ({ body, request }) => {
        // An ended session counts as none.
        const person = await authenticate(request.token).catch(() => null)
        return {
          isReported: admit(person?.userId, request.address) && reporter.report(describeBrowserError(body)),
        }
      },
    },
  )
}
