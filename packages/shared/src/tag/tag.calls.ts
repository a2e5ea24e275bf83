import * as z from 'zod'
import { call } from '../catalogue/call.ts'

export const tagCalls = {
  search: call({
    method: 'GET',
    path: '/tags/{q}',
    summary: 'Tags of articles I may see, those that begin with the text first',
    allow: 'member',
    response: z.object({ tags: z.array(z.string()) }),
  }),
}
