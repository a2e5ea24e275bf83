import * as z from 'zod'
import { call, companyWide } from '../catalogue/call.ts'
import { flag } from '../catalogue/wire.ts'

/** A person, group or invited address, for fields that find whom to add. */
export const finderResult = z.object({
  type: z.enum(['user', 'group', 'invited']),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  profileImage: z.string().nullable(),
  /** Number of people in a group; null for a person. */
  members: z.number().int().nullable(),
  /** Set for people who can be mentioned. */
  jobTitle: z.string().nullable().optional(),
  isDeactivated: z.boolean().optional(),
})
export type FinderResult = z.infer<typeof finderResult>

export const finderCalls = {
  search: call({
    method: 'GET',
    path: '/user/search/{query}',
    summary: 'People and groups of the current company by name or address, case and spaces ignored; at most 20',
    allow: 'member',
    key: companyWide('read'),
    query: z.strictObject({
      invited: flag,
      /** For mentions: only people, including deactivated ones; a person's id finds that person. */
      people: flag,
    }),
    response: z.object({ items: z.array(finderResult) }),
    rateLimit: { max: 120, windowMs: 60_000 },
  }),
}
