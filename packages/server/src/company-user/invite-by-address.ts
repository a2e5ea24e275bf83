import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import { roleInCompany, type Actor } from '../access/index.ts'
import type { CompanyUserParts } from './company-user.parts.ts'
import { invitePerson, type InvitationSent } from './invite-person.ts'
import { requireCompany } from './managed-member.ts'

/** Invites somebody of whom only the address is known, as a plain user; null where the actor may not invite. */
export const inviteByAddress =
  (parts: CompanyUserParts) =>
  async (actor: Actor, email: string): Promise<InvitationSent | null> => {
    requireCompany(actor)
    return mayManageUsers(roleInCompany(actor)) ? invitePerson(parts, actor, { email, role: 'user' }) : null
  }
