import { companyUserCalls } from '@knowreel/shared/company/company-user.calls.ts'
import { invitableRoles } from '@knowreel/shared/company/company-user.rules.ts'
import { roleInCompany, serve } from '../access/index.ts'
import { findMembership } from '../company/index.ts'
import { createPersonView } from '../person/index.ts'
import { capRows, cappedLimit } from '../platform/database/capped-rows.ts'
import type { CompanyUserDependencies } from './company-user.dependencies.ts'
import { companyUserPolicy } from './company-user.policy.ts'
import { getCompanyUser, listCompanyUsers } from './company-user.queries.ts'
import { createCompanyUser } from './create-company-user.ts'
import { requireCompany, type ManagerActor } from './managed-member.ts'
import { removeCompanyUser, setCompanyRole, setCompanyUserStatus } from './change-company-user.ts'

export function companyUserRoutes(dependencies: CompanyUserDependencies) {
  const { db, signAddress } = dependencies

  const peopleFor = (actor: ManagerActor) =>
    createPersonView(actor, { companyId: actor.company.id, workspaceId: null }, signAddress)

  /** With the caller's permissions after the change, which may have transferred the company. */
  const answer = async (actor: ManagerActor, userId: string) => {
    const companyId = actor.company.id
    const own = await findMembership(db, { companyId, userId: actor.userId })
    const viewer = { userId: actor.userId, companyId, role: own?.role ?? 'user' }
    return { user: await getCompanyUser(db, { viewer, people: peopleFor(actor) }, userId) }
  }

  return serve(companyUserCalls, companyUserPolicy, {
    list: async ({ actor }) => {
      const viewer = { userId: actor.userId, companyId: actor.company.id, role: roleInCompany(actor) }
      const listed = await listCompanyUsers(db, { viewer, people: peopleFor(actor) }, cappedLimit)
      const { rows: users, isTruncated } = capRows(listed)
      return {
        users,
        ...(isTruncated && { isTruncated }),
        abilities: { newcomerRoles: invitableRoles(viewer.role) },
      }
    },
    create: async ({ actor, body }) => {
      requireCompany(actor)
      const { userId, ...invitation } = await createCompanyUser(dependencies, actor, body)
      return { ...(await answer(actor, userId)), ...invitation }
    },
    setRole: async ({ actor, subject, body }) => {
      requireCompany(actor)
      await setCompanyRole(db, actor, subject.userId, body.role)
      return answer(actor, subject.userId)
    },
    setStatus: async ({ actor, subject, body }) => {
      requireCompany(actor)
      await setCompanyUserStatus(db, actor, subject.userId, body.status)
      return answer(actor, subject.userId)
    },
    remove: async ({ actor, subject }) => {
      requireCompany(actor)
      await removeCompanyUser(db, dependencies.articles, actor, subject.userId)
      return { success: true }
    },
  })
}
