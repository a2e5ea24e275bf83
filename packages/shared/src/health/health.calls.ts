import * as z from 'zod'
import { call } from '../catalogue/call.ts'

const componentStatus = z.enum(['ok', 'failing'])

export const healthCalls = {
  health: call({
    method: 'GET',
    path: '/health',
    summary: 'Whether database, files and jobs answer; 503 names the one that does not',
    allow: 'guest',
    response: z.object({
      status: componentStatus,
      database: componentStatus,
      files: componentStatus,
      jobs: componentStatus,
    }),
    errors: ['unavailable'],
  }),
}
