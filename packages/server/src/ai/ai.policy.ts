import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { roleInCompany, rule, type Actor, type Rule } from '../access/index.ts'

type Company = NonNullable<Actor['company']>

export const aiPolicy = {
  // The key costs money and decides where texts are sent.
  'company.manageAi': rule<Company>({
    load: (_db, actor) => Promise.resolve(actor?.company ?? null),
    may: (actor) => roleInCompany(actor) === 'owner',
  }),
} as const satisfies Partial<Record<Permission, Rule<Company>>>
