import { userCalls } from '@knowreel/shared/user/user.calls.ts'
import { serve, type SignAddress } from '../access/index.ts'
import type { CompanyDomains } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import { readMeOfSession } from './read-me-of-session.ts'
import { signUp } from './sign-up.ts'
import { updateProfile } from './update-profile.ts'
import { readMe } from './user.queries.ts'

type Parts = { db: Db; signAddress: SignAddress; domains: CompanyDomains }

export const userRoutes = ({ db, signAddress, domains }: Parts) =>
  serve(
    userCalls,
    {},
    {
      signUp: async ({ body, request }) => {
        const { token } = await signUp(db, { ...body, userAgent: request.userAgent })
        const { user } = await readMeOfSession(db, token, signAddress)
        return { token, user }
      },
      me: async ({ actor }) => readMe(db, actor, signAddress, domains),
      updateMe: async ({ actor, body }) => {
        await updateProfile(db, actor, body)
        const { user } = await readMe(db, actor, signAddress)
        return { user }
      },
    },
  )
