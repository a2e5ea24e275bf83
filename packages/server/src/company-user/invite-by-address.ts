import { mayManageUsers } from '@knowreel/shared/company/company-user.rules.ts'
import type { Actor } from '../access/index.ts'
import type { CompanyUserParts } from './company-user.parts.ts'
import { invitePerson, type InvitationSent } from './invite-person.ts'
import { requireCompany } from './managed-member.ts'

/** Invites somebody of whom only the address is known, as a plain user; null where the actor may not invite. */
export const inviteByAddress =
  (parts: CompanyUserParts) =>
  async (actor: Actor, email: string): Promise<InvitationSent | null> => {
    requireCompany(actor)
    if (!mayManageUsers(actor.company.role)) return null
    return invitePerson(parts, actor, { email, role: 'user', ...namesFrom(email) })
  }

/** A first guess that the person corrects when they join: `jonas.lindqvist@…` is Jonas Lindqvist. */
function namesFrom(email: string): { firstName: string; lastName: string } {
  const [local = ''] = email.split('@')
  const [firstName = '', ...rest] = local
    .replace(/\+.*$/, '')
    .split(/[._-]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return { firstName: firstName.slice(0, 80), lastName: rest.join(' ').slice(0, 80) }
}
