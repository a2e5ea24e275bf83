/** Permissions for the groups of a company: its owner, admins and moderators may do everything. */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import { roleInCompany, rule, type Actor, type Rule } from '../access/index.ts'
import { findGroupAccess, type GroupAccess } from './group.queries.ts'

const mayManagePeople = (actor: Actor | null): boolean => mayManageUsers(roleInCompany(actor))

type CompanySubject = { readonly companyId: string }

export const groupPolicy = {
  'company.manageGroups': rule<CompanySubject>({
    load: async (_db, actor, companyId) => (actor?.company?.id === companyId ? { companyId } : null),
    may: mayManagePeople,
  }),
  'group.manage': rule<GroupAccess>({
    load: async (db, actor, id) => (actor?.company ? findGroupAccess(db, actor.company.id, id) : null),
    may: mayManagePeople,
  }),
} as const satisfies Record<
  Extract<Permission, `group.${string}` | 'company.manageGroups'>,
  Rule<CompanySubject> | Rule<GroupAccess>
>
