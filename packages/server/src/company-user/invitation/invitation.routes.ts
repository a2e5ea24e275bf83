import { mayRemoveUsers, invitableRoles } from '@knowreel/shared/company/company-user.rules.ts'
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { invitationCalls } from '@knowreel/shared/company/invitation.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { roleInCompany, serve } from '../../access/index.ts'
import { capRows, cappedLimit } from '../../platform/database/capped-rows.ts'
import { findAccountByEmail, hashSessionToken, readMeOfSession } from '../../user/index.ts'
import { acceptInvitation } from './accept-invitation.ts'
import type { CompanyUserDependencies } from '../company-user.dependencies.ts'
import { companyUserPolicy } from '../company-user.policy.ts'
import { findOpenInvitation, listInvitations } from './invitation.queries.ts'
import { invitePeople } from './invite-people.ts'
import { invitePerson } from './invite-person.ts'
import { requireCompany } from '../managed-member.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

export function invitationRoutes(dependencies: CompanyUserDependencies) {
  const { db, authenticate, signAddress, findMarketingUrl, view } = dependencies

  /** An ended session counts as none here, so that it does not prevent anyone from joining. */
  const findActor = (token: string | null) => authenticate(token).catch(() => null)

  return serve(invitationCalls, companyUserPolicy, {
    list: async ({ actor, subject }) => {
      const { rows, isTruncated } = capRows(await listInvitations(db, subject.id, cappedLimit))
      const role = roleInCompany(actor)
      const mayGive: readonly CompanyRole[] = invitableRoles(role)
      const withdraw = mayRemoveUsers(role)
      return {
        items: rows.map((row) => ({ ...row, abilities: { renew: mayGive.includes(row.role), withdraw } })),
        ...(isTruncated && { isTruncated }),
      }
    },
    invite: async ({ actor, body, request }) => {
      requireCompany(actor)
      const { email, emails } = body
      if (emails !== undefined)
        return { success: true, ...(await invitePeople(dependencies, actor, { ...body, emails }, request)) }
      if (email === undefined) throw new AppError('invalid_input')
      return { success: true, ...(await invitePerson(dependencies, actor, { ...body, email })) }
    },
    withdraw: async ({ actor, subject }) => {
      requireCompany(actor)
      await withdrawInvitation(db, actor, subject.id)
      return { success: true }
    },
    get: async ({ params, request }) => {
      const invitation = await findOpenInvitation(db, hashSessionToken(params.token))
      if (invitation === null) throw new AppError('invitation_ended')
      const [account, actor] = await Promise.all([findAccountByEmail(db, invitation.email), findActor(request.token)])
      const { email, firstName, lastName, companyId, companyTitle, companyLogo } = invitation
      return {
        email,
        firstName,
        lastName,
        company: {
          id: companyId,
          title: companyTitle,
          logo: companyLogo === null ? null : signAddress(companyLogo, 'everybody'),
        },
        marketingUrl: await findMarketingUrl(companyId),
        isRegistered: account !== null,
        isYou: account !== null && actor?.userId === account.id,
      }
    },
    accept: async ({ params, body, request }) => {
      const actor = await findActor(request.token)
      const { token, userId } = await acceptInvitation(dependencies, {
        token: params.token,
        actor,
        form: body,
        requester: { userAgent: request.userAgent, address: request.address },
      })
      if (actor?.userId === userId) authenticate.forget(request.token)
      const { user } = await readMeOfSession(db, token, view)
      return { token, user }
    },
  })
}
