import { accountCalls } from '@knowreel/shared/user/account.calls.ts'
import { serve } from '../../access/index.ts'
import type { InitialCompanyState } from '../../company/index.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { createAttemptLimit } from '../../platform/http/attempt-limit.ts'
import { readMeOfSession } from '../session/read-me-of-session.ts'
import { resetPassword } from './reset-password.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import { sendPasswordReset } from './send-password-reset.job.ts'
import { signUp } from './sign-up.ts'
import type { MeView } from '../user.queries.ts'

const maxResets = 5
const hourMs = 3_600_000

type Dependencies = {
  db: Db
  enqueue: Enqueue
  secondFactor: SecondFactor
  view: MeView
  initialState: InitialCompanyState
}

export function accountRoutes({ db, enqueue, secondFactor, view, initialState }: Dependencies) {
  const resets = createAttemptLimit({ max: maxResets, windowMs: hourMs })
  return serve(
    accountCalls,
    {},
    {
      signUp: async ({ body, request }) => {
        const { token } = await signUp({ db, enqueue, initialState }, body, request)
        const { user } = await readMeOfSession(db, token, view)
        return { token, user }
      },
      requestPasswordReset: async ({ body: { email } }) => {
        // Limits a mailbox however many clients request links; the last link keeps working.
        const address = email.toLowerCase()
        if (!resets.isReached(address)) await enqueue(db, sendPasswordReset, { email })
        resets.fail(address)
        return { success: true }
      },
      resetPassword: async ({ body, request }) => {
        const { token } = await resetPassword({ db, secondFactor }, body, request)
        return { token }
      },
    },
  )
}
