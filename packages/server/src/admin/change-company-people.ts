/** Operators change the people of a company with the rights of its owner; nobody can change the owner. */
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { Actor } from '../access/index.ts'
import {
  removeCompanyUser,
  setCompanyUserStatus,
  withdrawInvitation,
  type ManagerActor,
} from '../company-user/index.ts'
import type { Db } from '../platform/database/db.ts'
import type { WorkspaceArticles } from '../workspace/index.ts'
import type { FoundCompany } from './admin-company.queries.ts'
import { findCompanyPerson } from './admin-user.queries.ts'
import { isUuid } from '@knowreel/shared/identity/ids.ts'

const ownerOf = ({ company, ownerId }: FoundCompany): ManagerActor => ({
  sessionId: '',
  userId: ownerId,
  isSuperAdmin: false,
  company: { id: company.id, isActivated: company.isActivated, isPaid: true, role: 'owner', status: 'active' },
})

function requireOther(operator: Actor, found: FoundCompany, userId: string): void {
  if (userId === found.ownerId) throw new AppError('owner_fixed')
  if (userId === operator.userId) throw new AppError('forbidden')
}

export async function setPersonStatus(
  db: Db,
  operator: Actor,
  found: FoundCompany,
  userId: string,
  status: 'active' | 'deactivated',
) {
  requireOther(operator, found, userId)
  await setCompanyUserStatus(db, ownerOf(found), userId, status)
  const user = await findCompanyPerson(db, found.company.id, userId)
  if (user === null) throw new AppError('not_found')
  return user
}

/** The id of a member, or of an invitation. */
export async function removePerson(
  db: Db,
  articles: Pick<WorkspaceArticles, 'deleteArticlesOfWorkspace'>,
  operator: Actor,
  found: FoundCompany,
  id: string,
): Promise<void> {
  requireOther(operator, found, id)
  if (!isUuid(id)) throw new AppError('not_found')
  if ((await findCompanyPerson(db, found.company.id, id)) === null) return withdrawInvitation(db, ownerOf(found), id)
  await removeCompanyUser(db, articles, ownerOf(found), id)
}
