import { sessionCalls } from '@knowreel/shared/user/session.calls.ts'
import { serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { Authenticate } from './authenticate.ts'
import { logIn } from './log-in.ts'
import { deleteSession } from './session.queries.ts'
import { readMe } from './user.queries.ts'

type Parts = { db: Db; authenticate: Authenticate; signAddress: (key: string) => string }

export const sessionRoutes = ({ db, authenticate, signAddress }: Parts) =>
  serve(
    sessionCalls,
    {},
    {
      logIn: async ({ body, request }) => {
        const session = await logIn(db, { ...body, userAgent: request.userAgent })
        return { token: session.token, ...(await readMe(db, actorOf(session), signAddress)) }
      },
      logOut: async ({ actor, request }) => {
        await deleteSession(db, actor.sessionId)
        authenticate.forget(request.token)
        return { success: true }
      },
    },
  )

const actorOf = ({ userId, companyId }: { userId: string; companyId: string | null }) => ({
  userId,
  isSuperAdmin: false,
  company: companyId === null ? null : { id: companyId },
})
