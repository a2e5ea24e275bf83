/**
 * Permissions for the people of a company and its invitations. People of other companies do not exist here; members see
 * each other, so a forbidden action is refused with 403, not 404.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import {
  companyUserAbilities,
  mayManageUsers,
  mayRemoveUsers,
  type CompanyUserAbilities,
} from '@knowreel/shared/company/company-user.rules.ts'
import {
  loadActorCompany,
  maySeePeople,
  roleInCompany,
  rule,
  type Actor,
  type ActorCompany,
  type Rule,
} from '../access/index.ts'
import type { Membership } from '../company/index.ts'
import type { Db } from '../platform/database/db.ts'
import { findMember } from './company-user.queries.ts'
import { findInvitation, type Invitation } from './invitation/invitation.queries.ts'

const loadMember = async (db: Db, actor: Actor | null, id: string) =>
  actor?.company ? findMember(db, actor.company.id, id) : null

const loadInvitation = async (db: Db, actor: Actor | null, id: string) =>
  actor?.company ? findInvitation(db, actor.company.id, id) : null

const memberRule = (isAllowed: (abilities: CompanyUserAbilities) => boolean) =>
  rule<Membership>({
    load: loadMember,
    may: (actor, subject) =>
      actor !== null && isAllowed(companyUserAbilities({ userId: actor.userId, role: roleInCompany(actor) }, subject)),
  })

export const companyUserPolicy = {
  'company.manageUsers': rule({ load: loadActorCompany, may: (actor) => mayManageUsers(roleInCompany(actor)) }),
  'company.viewInvitations': rule({ load: loadActorCompany, may: maySeePeople }),
  'companyUser.setRole': memberRule(({ roles }) => roles.length > 0),
  'companyUser.setStatus': memberRule(({ setStatus }) => setStatus),
  'companyUser.remove': memberRule(({ remove }) => remove),
  'invitation.withdraw': rule({ load: loadInvitation, may: (actor) => mayRemoveUsers(roleInCompany(actor)) }),
} as const satisfies Partial<Record<Permission, Rule<ActorCompany> | Rule<Membership> | Rule<Invitation>>>
