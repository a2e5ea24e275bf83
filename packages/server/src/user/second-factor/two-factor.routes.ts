import { AppError } from '@knowreel/shared/error/app-error.ts'
import { twoFactorCalls } from '@knowreel/shared/user/two-factor.calls.ts'
import { serve } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import {
  confirmSecondFactor,
  startSecondFactor,
  renewRecoveryCodes,
  createReauthenticate,
} from './manage-second-factor.ts'
import type { SecondFactor } from './second-factor.ts'
import { deleteTwoFactor, readTwoFactorState } from './two-factor.queries.ts'

type Dependencies = { db: Db; secondFactor: SecondFactor; isMailConfigured: boolean }

export function twoFactorRoutes({ db, secondFactor, isMailConfigured }: Dependencies) {
  const reauthenticate = createReauthenticate(db)
  const parts = { db, secondFactor }
  return serve(
    twoFactorCalls,
    {},
    {
      get: ({ actor }) => readTwoFactorState(db, actor.userId),
      start: async ({ actor, body }) => {
        await reauthenticate(actor, body.password)
        return startSecondFactor({ ...parts, isMailConfigured }, actor.userId)
      },
      confirm: async ({ actor, body }) => ({
        recoveryCodes: await confirmSecondFactor(parts, actor.userId, body.code),
      }),
      renewRecoveryCodes: async ({ actor, body }) => {
        await reauthenticate(actor, body.password)
        return { recoveryCodes: await renewRecoveryCodes(parts, actor.userId) }
      },
      turnOff: async ({ actor, body }) => {
        await reauthenticate(actor, body.password)
        await runTransaction(db, async (trx) => {
          if (!(await deleteTwoFactor(trx, actor.userId))) throw new AppError('two_factor_is_off')
        })
        return { success: true }
      },
    },
  )
}
