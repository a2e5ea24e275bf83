/** A company with three people and a workspace, created for each test, and the calls about meetings. */
import { beforeEach } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'

export async function setUpMeetings() {
  const server = await startTestServer()
  const { db } = server

  async function arrange() {
    const company = await buildCompany(db)
    const [ines, jonas, viewer] = [
      await buildMember(db, company),
      await buildMember(db, company),
      await buildMember(db, company),
    ]
    const workspace = await buildWorkspace(db, { company, owner: ines, title: 'Support runbooks' })
    await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
    const tokens = await Promise.all([ines, jonas, viewer].map((user) => server.signIn(user, company)))
    const [token = '', jonasToken = '', viewerToken = ''] = tokens
    return { company, ines, jonas, viewer, workspace, token, jonasToken, viewerToken }
  }
  const world = {} as Awaited<ReturnType<typeof arrange>>
  beforeEach(async () => {
    Object.assign(world, await arrange())
  })

  type ListQuery = Partial<Parameters<typeof server.call<'meeting.list'>>[1]['query']>
  const list = async (query: ListQuery = {}, by = world.token) =>
    (await server.call('meeting.list', { query: query as { page: string } }, by)).ok

  type Config = Parameters<typeof server.call<'bot.save'>>[1]['body']['config']
  const saveConfig = (config: Partial<Config>, by = world.token) =>
    server.call('bot.save', { body: { config: { name: 'Halden notes', notesAutoGeneration: 'none', ...config } } }, by)

  return { server, db, world, list, saveConfig }
}
