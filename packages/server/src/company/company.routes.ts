import { companyCalls } from '@knowreel/shared/company/company.calls.ts'
import { serve } from '../access/index.ts'
import type { Db } from '../platform/database/db.ts'
import { listCompaniesOf } from './company.queries.ts'

type Parts = { db: Db; signAddress: (key: string) => string }

export const companyRoutes = ({ db, signAddress }: Parts) =>
  serve(
    companyCalls,
    {},
    {
      list: async ({ actor }) => ({ companies: await listCompaniesOf(db, actor.userId, signAddress) }),
    },
  )
