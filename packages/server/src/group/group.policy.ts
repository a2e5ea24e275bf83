/**
 * Permissions for the groups of a company: its owner, admins and moderators may do everything, super admins see them.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import { maySeePeople, roleInCompany, rule, type Actor, type Rule } from '../access/index.ts'
import { findGroupAccess, type GroupAccess } from './group.queries.ts'

const mayManagePeople = (actor: Actor | null): boolean => mayManageUsers(roleInCompany(actor))

type CompanySubject = { readonly companyId: string }

const loadCompany: Rule<CompanySubject>['load'] = async (_db, actor, companyId) =>
  actor?.company?.id === companyId ? { companyId } : null

const loadGroup: Rule<GroupAccess>['load'] = async (db, actor, id) =>
  actor?.company ? findGroupAccess(db, actor.company.id, id) : null

export const groupPolicy = {
  'company.manageGroups': rule({ load: loadCompany, may: mayManagePeople }),
  'company.viewGroups': rule({ load: loadCompany, may: maySeePeople }),
  'group.manage': rule({ load: loadGroup, may: mayManagePeople }),
  'group.view': rule({ load: loadGroup, may: maySeePeople }),
} as const satisfies Record<
  Extract<Permission, `group.${string}` | `company.${'manage' | 'view'}Groups`>,
  Rule<CompanySubject> | Rule<GroupAccess>
>
