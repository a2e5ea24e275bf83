import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { loadActorCompany, roleInCompany, rule, type ActorCompany, type Rule } from '../access/index.ts'

export const aiPolicy = {
  // The key costs money and decides where texts are sent.
  'company.manageAi': rule<ActorCompany>({
    load: loadActorCompany,
    may: (actor) => roleInCompany(actor) === 'owner',
  }),
} as const satisfies Partial<Record<Permission, Rule<ActorCompany>>>
