import { userCalls } from '@knowreel/shared/user/user.calls.ts'
import { serve, type Actor } from '../access/index.ts'
import { createAttemptLimit } from '../platform/http/attempt-limit.ts'
import { confirmEmail } from './email/change-email.ts'
import { readFirstSteps } from './first-steps.queries.ts'
import { updateProfile, type ProfileDependencies } from './update-profile.ts'
import { readMe, type MeView } from './user.queries.ts'

type Dependencies = Omit<ProfileDependencies, 'confirmations' | 'wrongPasswords'> & { view: MeView }

export function userRoutes({ view, ...parts }: Dependencies) {
  const { db } = parts
  const confirmations = createAttemptLimit({ max: 10, windowMs: 3_600_000 })
  const wrongPasswords = createAttemptLimit({ max: 10, windowMs: 15 * 60_000 })
  const answerOf = async (actor: Actor) => ({ user: (await readMe(db, actor, view)).user })
  return serve(
    userCalls,
    {},
    {
      me: ({ actor }) => readMe(db, actor, view),
      firstSteps: async ({ actor }) => ({ steps: await readFirstSteps(db, actor) }),
      updateMe: async ({ actor, body }) => {
        await updateProfile({ ...parts, confirmations, wrongPasswords }, actor, body)
        return answerOf(actor)
      },
      confirmEmail: async ({ actor, body }) => {
        await confirmEmail(db, actor, body.token)
        return answerOf(actor)
      },
    },
  )
}
