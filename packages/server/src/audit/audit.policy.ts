import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { roleInCompany, rule, type Actor, type Rule } from '../access/index.ts'

type ActorCompany = NonNullable<Actor['company']>

export const auditPolicy = {
  /** Entries that the owner and the administrators of a company see. */
  'audit.view': rule<ActorCompany>({
    load: async (_db, actor) => actor?.company ?? null,
    may: (actor) => ['owner', 'admin'].includes(roleInCompany(actor)),
  }),
} as const satisfies Partial<Record<Permission, Rule<ActorCompany>>>
