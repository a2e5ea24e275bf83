import { describe, expect, test } from 'vitest'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildMeeting } from './meeting.builder.ts'
import { setUpMeetings } from './meeting.fixture.ts'

const { server, db, world, list, saveConfig } = await setUpMeetings()

describe('the settings of the bot', () => {
  const readConfig = async (by = world.token, user = world.ines) =>
    (await server.call('bot.get', { params: { user: user.id } }, by)).ok.config
  const readFor = (event: string, by = world.token, user = world.ines) =>
    server.call('bot.getForMeeting', { params: { user: user.id, event } }, by)

  test('are built in until someone saves settings', async () => {
    expect(await readConfig()).toEqual({
      companyId: world.company.id,
      workspaceId: null,
      eventId: null,
      name: 'Knowreel',
      notesAutoGeneration: 'none',
      customPrompt: '',
      paragraphsAutoGeneration: 'manually',
    })
  })

  test('come from the meeting, then the person, then the company', async () => {
    const { company, ines, token } = world
    const owner = await server.signIn(company.owner, company)
    const bot = { name: 'Of the company', notesAutoGeneration: 'policy', customPrompt: '' } as const
    await server.call(
      'meeting.saveSettings',
      { body: { bot: { ...bot, paragraphsAutoGeneration: 'automatically' } } },
      owner,
    )
    const { id } = await buildMeeting(db, { company, organizer: ines })
    expect((await readFor(id)).ok.config).toMatchObject({ name: 'Of the company', eventId: id })
    expect(await readConfig(token)).toMatchObject({ name: 'Of the company', paragraphsAutoGeneration: 'automatically' })
    await saveConfig({ name: 'Of Ines' })
    expect((await readFor(id)).ok.config).toMatchObject({ name: 'Of Ines', paragraphsAutoGeneration: 'manually' })
    await saveConfig({ name: 'Of the meeting', eventId: id })
    expect((await readFor(id)).ok.config).toMatchObject({ name: 'Of the meeting', eventId: id })
    expect(await readConfig()).toMatchObject({ name: 'Of Ines', eventId: null })
  })

  test.each([
    [{ name: ' ' }, 'name', 'The title is required'],
    [{ name: 'x'.repeat(31) }, 'name', 'At most 30 characters'],
    [{ customPrompt: 'x'.repeat(201) }, 'customPrompt', 'At most 200 characters'],
    [{ notesAutoGeneration: 'custom', customPrompt: ' ' }, 'customPrompt', 'Please enter a prompt'],
  ] as const)('%j is refused', async (config, field, message) => {
    const { status, error } = await saveConfig(config)
    expect([status, (error as unknown as { errors: unknown }).errors]).toEqual([
      422,
      [{ field: `config.${field}`, message }],
    ])
  })

  test('accept values at the limits, and keep the prompt of another scenario', async () => {
    const config = { name: 'x'.repeat(30), customPrompt: 'y'.repeat(200), notesAutoGeneration: 'custom' } as const
    expect((await saveConfig(config)).ok.config).toMatchObject(config)
    await saveConfig({ ...config, notesAutoGeneration: 'none' })
    expect(await readConfig()).toMatchObject({ notesAutoGeneration: 'none', customPrompt: 'y'.repeat(200) })
  })

  test('are for the person only, and those of a meeting for its organizer only', async () => {
    const { company, ines, jonas, workspace, jonasToken, viewerToken } = world
    const { id } = await buildMeeting(db, { company, organizer: ines, owners: [jonas], workspace })
    expect((await server.call('bot.get', { params: { user: ines.id } }, jonasToken)).status).toBe(404)
    expect((await readFor(id, jonasToken, jonas)).status).toBe(404)
    expect((await saveConfig({ eventId: id }, jonasToken)).status).toBe(404)
    expect((await saveConfig({ eventId: id }, viewerToken)).status).toBe(404)
    expect((await saveConfig({ eventId: id })).status).toBe(200)
  })

  test('require a workspace that the person can edit, in a company where they are active', async () => {
    const { workspace, viewerToken } = world
    const elsewhere = await buildCompany(db)
    expect((await saveConfig({ workspaceId: workspace.id }, viewerToken)).error.code).toBe('unknown_workspace')
    expect((await saveConfig({ companyId: elsewhere.id })).error.code).toBe('unknown_company')
    expect((await saveConfig({ companyId: 'x', workspaceId: 'y' })).error.code).toBe('unknown_company')
  })

  test('move upcoming meetings: the default all without settings of their own, a meeting’s itself', async () => {
    const { company, ines: organizer, workspace } = world
    const { id: own } = await buildMeeting(db, { company, organizer, title: 'own' })
    await buildMeeting(db, { company, organizer, title: 'default' })
    await buildMeeting(db, { company, organizer, title: 'finished', phase: 'finished' })
    await saveConfig({ eventId: own })
    await saveConfig({ workspaceId: workspace.id })
    const targets = async () =>
      Object.fromEntries((await list()).meetings.map(({ title, workspace: to }) => [title, to?.title]))
    expect(await targets()).toEqual({ own: 'Personal', default: 'Support runbooks', finished: 'Personal' })
    await saveConfig({ eventId: own, workspaceId: workspace.id })
    expect(await targets()).toMatchObject({ own: 'Support runbooks' })
  })

  test('move upcoming meetings to the company of the default, except those of colleagues', async () => {
    const { company, ines, jonas, token } = world
    const other = await buildCompany(db)
    await buildMember(db, other, { user: ines })
    const link = { url: 'https://meet.jit.si/tender', startAt: new Date(Date.now() + 3_600_000) }
    const shared = await buildMeeting(db, { company, organizer: ines, owners: [jonas] })
    const own = await buildMeeting(db, { company, organizer: ines })
    const alone = await buildMeeting(db, { company, organizer: ines })
    const twin = await buildMeeting(db, { company, organizer: ines, ...link })
    const there = await buildMeeting(db, { company: other, organizer: other.owner, ...link })
    await saveConfig({ eventId: own.id })
    await saveConfig({ companyId: other.id })
    const idsOf = async (by: string) => (await list({}, by)).meetings.map(({ id }) => id).toSorted()
    expect(await idsOf(token)).toEqual([shared.id, own.id].toSorted())
    expect(await idsOf(await server.signIn(ines, other)), 'one row for a meeting of a company').toEqual(
      [alone.id, there.id].toSorted(),
    )
    expect(await db.selectFrom('meetings').where('id', '=', twin.id).select('id').execute()).toEqual([])
  })

  test('name the personal workspace once the person lost the chosen one, and can be saved', async () => {
    const { company, ines, workspace } = world
    const { id } = await buildMeeting(db, { company, organizer: ines })
    await saveConfig({ workspaceId: workspace.id })
    await saveConfig({ eventId: id, workspaceId: workspace.id })
    expect(await readConfig()).toMatchObject({ workspaceId: workspace.id })
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
    const config = await readConfig()
    expect(config).toMatchObject({ companyId: company.id, workspaceId: null })
    expect((await readFor(id)).ok.config).toMatchObject({ workspaceId: null })
    expect((await saveConfig({ ...config, name: 'New name' })).status).toBe(200)
  })

  test('of a meeting are for upcoming ones only', async () => {
    const { company, ines: organizer } = world
    const { id } = await buildMeeting(db, { company, organizer, phase: 'finished' })
    expect((await saveConfig({ eventId: id })).error.code).toBe('meeting_changed')
  })

  test('take a meeting to another company unless colleagues have it too', async () => {
    const { company, ines, jonas, token } = world
    const other = await buildCompany(db)
    await buildMember(db, other, { user: ines })
    const shared = await buildMeeting(db, { company, organizer: ines, owners: [jonas] })
    const alone = await buildMeeting(db, { company, organizer: ines })
    expect((await saveConfig({ eventId: shared.id, companyId: other.id })).error.code).toBe('unknown_company')
    await saveConfig({ eventId: alone.id, companyId: other.id })
    expect((await list({}, token)).meetings.map(({ id }) => id)).toEqual([shared.id])
    const there = await server.signIn(ines, other)
    expect((await list({}, there)).meetings.map(({ id }) => id)).toEqual([alone.id])
  })

  test('take a meeting to another company, where colleagues have it already, without doubling it', async () => {
    const { company, ines, token } = world
    const other = await buildCompany(db)
    await buildMember(db, other, { user: ines })
    const organizer = await buildMember(db, other)
    const [url, startAt] = ['https://meet.jit.si/twice', new Date(Date.now() + 3_600_000)]
    const theirs = await buildMeeting(db, { company: other, organizer, url, startAt })
    const own = await buildMeeting(db, { company, organizer: ines, url, startAt })
    const saved = await saveConfig({ eventId: own.id, companyId: other.id, name: 'Of Ines' })
    expect(saved.ok.config, 'the settings of the colleague remain').toMatchObject({ eventId: null, name: 'Knowreel' })
    expect((await list({}, token)).meetings).toEqual([])
    const there = await server.signIn(ines, other)
    expect((await list({}, there)).meetings.map(({ id }) => id)).toEqual([theirs.id])
    const theirBot = await readFor(theirs.id, await server.signIn(organizer, other), organizer)
    expect(theirBot.ok.config.name).toBe('Knowreel')
  })

  test.each([
    ['scheduled', 'Of Ines'],
    ['recording', 'Knowreel'],
  ] as const)('join a meeting of the same person that is %s', async (phase, name) => {
    const { company, ines } = world
    const other = await buildCompany(db)
    await buildMember(db, other, { user: ines })
    const [url, startAt] = ['https://meet.jit.si/twice', new Date(Date.now() + 600_000)]
    const there = await buildMeeting(db, { company: other, organizer: ines, url, startAt, phase })
    const here = await buildMeeting(db, { company, organizer: ines, url, startAt })
    const saved = await saveConfig({ eventId: here.id, companyId: other.id, name: 'Of Ines' })
    expect(saved.ok.config.eventId).toBe(phase === 'scheduled' ? there.id : null)
    expect((await readFor(there.id, await server.signIn(ines, other))).ok.config.name).toBe(name)
  })
})

describe('the meeting settings of the company', () => {
  test('is for its owner and administrators, and absent fields stay', async () => {
    const { company, token } = world
    const owner = await server.signIn(company.owner, company)
    const bot = {
      name: 'Notes',
      notesAutoGeneration: 'none',
      customPrompt: '',
      paragraphsAutoGeneration: 'manually',
    } as const
    const save = (body: object) => server.call('meeting.saveSettings', { body }, owner)
    expect((await server.call('meeting.settings', {}, owner)).ok.settings).toEqual({ retentionDays: null, bot: null })
    await save({ bot })
    await save({ retentionDays: 30 })
    expect((await server.call('meeting.settings', {}, owner)).ok.settings).toEqual({ retentionDays: 30, bot })
    await save({ bot: null })
    expect((await save({ retentionDays: null })).ok.settings).toEqual({ retentionDays: null, bot: null })
    expect((await save({ retentionDays: 6 })).status).toBe(422)
    expect((await server.call('meeting.settings', {}, token)).status).toBe(403)
  })
})
