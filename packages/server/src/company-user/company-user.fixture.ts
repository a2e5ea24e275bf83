/** Companies with a person in each role, and the calls about them. */
import type { CompanyRole } from '@knowreel/shared/company/company.calls.ts'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'

export async function setUpCompanyUsers() {
  const server = await startTestServer()
  const { db } = server

  /** A company with one person of each role, and their session tokens. */
  async function buildTeam() {
    const company = await buildCompany(db)
    const people = {
      owner: company.owner,
      admin: await buildMember(db, company, { role: 'admin' }),
      moderator: await buildMember(db, company, { role: 'moderator' }),
      user: await buildMember(db, company, { role: 'user' }),
    }
    const tokens = {
      owner: await server.signIn(people.owner, company),
      admin: await server.signIn(people.admin, company),
      moderator: await server.signIn(people.moderator, company),
      user: await server.signIn(people.user, company),
    } satisfies Record<CompanyRole, string>
    return { company, people, tokens }
  }

  return { server, db, buildTeam }
}
