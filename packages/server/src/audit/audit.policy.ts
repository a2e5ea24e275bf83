import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { isCompanyAdmin, loadActorCompany, rule, type ActorCompany, type Rule } from '../access/index.ts'

export const auditPolicy = {
  /** Entries that the owner and the administrators of a company see. */
  'audit.view': rule<ActorCompany>({ load: loadActorCompany, may: isCompanyAdmin }),
} as const satisfies Partial<Record<Permission, Rule<ActorCompany>>>
