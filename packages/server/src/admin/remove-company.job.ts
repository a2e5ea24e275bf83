import * as z from 'zod'
import { defineJob } from '../platform/jobs/index.ts'

export const removeCompanyJob = defineJob({
  name: 'remove-company',
  title: 'Remove everything of a company',
  payload: z.strictObject({ companyId: z.uuid() }),
  attempts: 20,
  expireInSeconds: 12 * 3600,
  load: async () => {
    const { removeCompanyContent } = await import('./remove-company-content.ts')
    return ({ payload: { companyId }, services, signal, log }) =>
      removeCompanyContent({ services, companyId, signal, log })
  },
})
