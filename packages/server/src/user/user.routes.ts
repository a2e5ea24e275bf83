import { userCalls } from '@knowreel/shared/user/user.calls.ts'
import { serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { OpenedSession } from './log-in.ts'
import { signUp } from './sign-up.ts'
import { updateProfile } from './update-profile.ts'
import { readMe } from './user.queries.ts'

type Parts = { db: Db; signAddress: (key: string) => string }

export const userRoutes = ({ db, signAddress }: Parts) => {
  const meOf = ({ userId, companyId }: Omit<OpenedSession, 'token'>) =>
    readMe(db, { userId, isSuperAdmin: false, company: companyId === null ? null : { id: companyId } }, signAddress)

  return serve(
    userCalls,
    {},
    {
      signUp: async ({ body, request }) => {
        const session = await signUp(db, { ...body, userAgent: request.userAgent })
        const { user } = await meOf(session)
        return { token: session.token, user }
      },
      me: async ({ actor }) => readMe(db, actor, signAddress),
      updateMe: async ({ actor, body }) => {
        await updateProfile(db, actor, body)
        const { user } = await readMe(db, actor, signAddress)
        return { user }
      },
    },
  )
}
