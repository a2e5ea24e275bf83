import { userCalls } from '@knowreel/shared/user/user.calls.ts'
import { serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Authenticate } from './authenticate.ts'
import { logIn, type OpenedSession } from './log-in.ts'
import { deleteSession } from './session.queries.ts'
import { signUp } from './sign-up.ts'
import { updateProfile } from './update-profile.ts'
import { readMe } from './user.queries.ts'

type Parts = { db: Db; authenticate: Authenticate; signAddress: (key: string) => string }

export const userRoutes = ({ db, authenticate, signAddress }: Parts) => {
  const meOf = ({ userId, companyId }: Omit<OpenedSession, 'token'>) =>
    readMe(db, { userId, isSuperAdmin: false, company: companyId === null ? null : { id: companyId } }, signAddress)

  return serve(
    userCalls,
    {},
    {
      logIn: async ({ body, request }) => {
        const session = await logIn(db, { ...body, userAgent: request.userAgent })
        return { token: session.token, ...(await meOf(session)) }
      },
      signUp: async ({ body, request }) => {
        const session = await signUp(db, { ...body, userAgent: request.userAgent })
        const { user } = await meOf(session)
        return { token: session.token, user }
      },
      logOut: async ({ actor, request }) => {
        await deleteSession(db, actor.sessionId)
        authenticate.forget(request.token)
        return { success: true }
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
