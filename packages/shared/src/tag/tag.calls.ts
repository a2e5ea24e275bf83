import * as z from 'zod'
import { call } from '../catalogue/call.ts'

export const tagCalls = {
  search: call({
    method: 'GET',
    path: '/tags/{q}',
    summary: 'Tags of articles I may see that are not archived, those that begin with the text first',
    allow: 'member',
    key: 'read',
    response: z.object({ tags: z.array(z.string()) }),
    rateLimit: { max: 240, windowMs: 60_000 },
  }),
}
