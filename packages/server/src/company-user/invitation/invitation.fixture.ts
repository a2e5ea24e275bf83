/** Companies that invite people, and the calls about invitations. */
import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { invitationCalls } from '@knowreel/shared/company/invitation.calls.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'

export const password = 'correct horse battery'

type Form = CallRequest<typeof invitationCalls.invite>['body']
const tokenOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)

export async function setUpInvitations() {
  const server = await startTestServer()
  const { db } = server

  let emails = 0
  const newEmail = () => `invited-${++emails}@halden.example`

  async function buildTeam() {
    const company = await buildCompany(db, { title: 'Halden <Systems> & Co' })
    const admin = await buildMember(db, company, { role: 'admin' })
    const moderator = await buildMember(db, company, { role: 'moderator' })
    return {
      company,
      admin,
      moderator,
      owner: await server.signIn(company.owner, company),
      adminToken: await server.signIn(admin, company),
      moderatorToken: await server.signIn(moderator, company),
    }
  }

  const invite = (token: string, change: Partial<Form> = {}) =>
    server.call(
      'invitation.invite',
      { body: { firstName: 'Katarzyna', lastName: 'Nowak-Zielińska', email: newEmail(), role: 'user', ...change } },
      token,
    )
  const list = async (token: string) => (await server.call('invitation.list', {}, token)).ok.items
  const read = (token: string, session?: string) => server.call('invitation.get', { params: { token } }, session)
  const accept = (token: string, body: object = { password }, session?: string) =>
    server.call('invitation.accept', { params: { token }, body }, session)

  /** Invites and returns the token of the invitation URL. */
  async function invited(token: string, change: Partial<Form> = {}): Promise<string> {
    const { address = '' } = (await invite(token, { sendEmail: false, ...change })).ok
    return tokenOf(address)
  }

  return { server, db, newEmail, buildTeam, invite, list, read, accept, invited }
}
