import * as z from 'zod'
import { call } from '../catalogue/call.ts'

const part = z.enum(['ok', 'failing'])

export const healthCalls = {
  health: call({
    method: 'GET',
    path: '/health',
    summary: 'Whether database, files and jobs answer; 503 names the one that does not',
    allow: 'guest',
    response: z.object({ status: part, database: part, files: part, jobs: part }),
    errors: ['unavailable'],
  }),
}
