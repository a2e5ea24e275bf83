import { newId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import { lockDueMeeting } from './bot/bot.queries.ts'
import { buildMeeting } from './meeting.builder.ts'
import { applyMeetingEvent } from './state/apply-event.ts'
import { endOverdueMeetings } from './state/sweep-meetings.ts'
import { setUpMeetings } from './meeting.fixture.ts'

const { server, db, world, list, saveConfig } = await setUpMeetings()

type ListQuery = NonNullable<Parameters<typeof list>[0]>

const titles = async (query: ListQuery = {}, by = world.token) =>
  (await list(query, by)).meetings.map(({ title }) => title)
const add = (body: Parameters<typeof server.call<'meeting.add'>>[1]['body'], by = world.token) =>
  server.call('meeting.add', { body }, by)
const remove = (id: string, query: { status?: string; all?: string } = {}, by = world.token, body = {}) =>
  server.call('meeting.remove', { params: { id }, query: query as never, body }, by)
const countOf = async (by = world.token) => (await server.call('meeting.count', {}, by)).ok.count
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const meet = 'https://meet.google.com/kzu-wbfr-qhn'

describe('the list', () => {
  test('contains the person’s own meetings and those of workspaces that they see, and no others', async () => {
    const { company, ines, jonas, workspace, viewerToken, jonasToken } = world
    await buildMeeting(db, { company, organizer: ines, workspace, title: 'In the workspace' })
    await buildMeeting(db, { company, organizer: ines, title: 'Personal' })
    await buildMeeting(db, { company, organizer: jonas, title: 'Of Jonas' })
    await buildMeeting(db, { company: await buildCompany(db), organizer: ines, title: 'Elsewhere' })
    expect((await titles()).sort()).toEqual(['In the workspace', 'Personal'])
    expect(await titles({}, viewerToken)).toEqual(['In the workspace'])
    expect(await titles({}, jonasToken)).toEqual(['Of Jonas'])
  })

  test('has all fields of the row', async () => {
    const { company, ines, workspace, viewerToken } = world
    const failure = { code: 'lobby_timeout', facts: { botName: 'Notes', minutes: 10 } } as const
    const { id, startAt } = await buildMeeting(db, {
      company,
      organizer: ines,
      workspace,
      title: '',
      phase: 'failed',
      failure,
      recurrence: 'FREQ=WEEKLY',
    })
    const [meeting] = (await list()).meetings
    expect(meeting).toMatchObject({
      id,
      title: '',
      workspace: { id: workspace.id, title: 'Support runbooks' },
      workspaceId: workspace.id,
      organizedBy: { id: ines.id },
      startAt: startAt.toISOString(),
      status: 'failed',
      recurrence: 'FREQ=WEEKLY',
      article: null,
      isDraft: false,
      metadata: { failureData: { errorCode: 'lobby_timeout', reason: 'The host didn’t let the bot in' } },
      abilities: { configure: false, remove: true, sendAgain: true },
    })
    const [seen] = (await list({}, viewerToken)).meetings
    expect(seen?.abilities).toEqual({ configure: false, remove: false, sendAgain: false })
  })

  test('ascending has upcoming meetings first, descending finished ones, each by time', async () => {
    const { company, ines: organizer } = world
    const base = { company, organizer } as const
    await buildMeeting(db, { ...base, title: 'finished yesterday', phase: 'finished', startAt: at(-24) })
    await buildMeeting(db, { ...base, title: 'upcoming tomorrow', startAt: at(24) })
    await buildMeeting(db, { ...base, title: 'recording', phase: 'recording', startAt: at(-1) })
    await buildMeeting(db, { ...base, title: 'failed today', phase: 'failed', startAt: at(-2) })
    await buildMeeting(db, { ...base, title: 'upcoming today', startAt: at(2) })
    const ascending = ['upcoming today', 'upcoming tomorrow', 'recording', 'finished yesterday', 'failed today']
    expect(await titles()).toEqual(ascending)
    expect(await titles({ sort: 'desc' })).toEqual([...ascending].reverse())
  })

  test('has pages of ten, and a count of all', async () => {
    const { company, ines: organizer } = world
    for (let n = 1; n <= 12; n++) await buildMeeting(db, { company, organizer, title: `Meeting ${n}`, startAt: at(n) })
    expect(await list()).toMatchObject({ count: 12, meetings: { length: 10 } })
    expect(await titles({ page: '2' as never })).toEqual(['Meeting 11', 'Meeting 12'])
    expect(await list({ page: '3' as never })).toEqual({ meetings: [], count: 12 })
  })

  test('is filtered by title, status, organizer and workspace', async () => {
    const { company, ines, jonas, workspace, token } = world
    await buildMeeting(db, { company, organizer: ines, workspace, title: '100 % Tender' })
    await buildMeeting(db, { company, organizer: ines, title: 'Sync', phase: 'noShow' })
    await buildMeeting(db, { company, organizer: jonas, workspace, title: 'Of Jonas', phase: 'uploading' })
    expect(await titles({ q: ' tENDER ' })).toEqual(['100 % Tender'])
    expect(await titles({ q: '0 %' })).toEqual(['100 % Tender'])
    expect(await titles({ q: '_' })).toEqual([])
    expect(await titles({ status: 'no-show' })).toEqual(['Sync'])
    expect(await titles({ status: 'processing' })).toEqual(['Of Jonas'])
    expect(await titles({ organizer: jonas.id })).toEqual(['Of Jonas'])
    expect(await titles({ organizer: 'nobody' })).toEqual([])
    expect((await titles({ workspace: workspace.id })).sort()).toEqual(['100 % Tender', 'Of Jonas'])
    const { filters } = (await server.call('meeting.filters', {}, token)).ok
    expect(filters.organizedBy.map(({ id }) => id).sort()).toEqual([ines.id, jonas.id].sort())
    expect(filters.workspace.map(({ title }) => title)).toEqual(['Personal', 'Support runbooks'])
  })

  test('names the article only to those who may open it', async () => {
    const { company, ines, workspace, viewerToken } = world
    const draft = await buildDraft(db, { workspace, author: ines })
    const article = await buildArticle(db, { workspace, author: ines, title: 'Tender' })
    const base = { company, organizer: ines, workspace, phase: 'finished' } as const
    await buildMeeting(db, { ...base, title: 'draft', article: draft, startAt: at(-2) })
    await buildMeeting(db, { ...base, title: 'published', article, startAt: at(-1) })
    const articlesFor = async (by: string) =>
      (await list({}, by)).meetings.map(({ article: id, isDraft, articlePath }) => [
        id,
        isDraft,
        articlePath?.articleId,
      ])
    expect(await articlesFor(world.token)).toEqual([
      [draft.id, true, undefined],
      [article.id, false, article.shortId],
    ])
    expect(await articlesFor(viewerToken)).toEqual([
      [null, false, undefined],
      [article.id, false, article.shortId],
    ])
  })

  test('of an archived workspace is for its editors', async () => {
    const { company, jonas, workspace, viewerToken } = world
    await buildMeeting(db, { company, organizer: jonas, workspace, title: 'Old' })
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', workspace.id).execute()
    expect(await titles({}, viewerToken)).toEqual([])
    expect(await titles()).toEqual(['Old'])
  })

  test('shows the personal workspace when the chosen one was deleted', async () => {
    const { company, ines, workspace, viewerToken } = world
    await buildMeeting(db, { company, organizer: ines, workspace })
    await db.updateTable('workspaces').set({ deleted_at: new Date() }).where('id', '=', workspace.id).execute()
    expect((await list()).meetings[0]?.workspace?.title).toBe('Personal')
    expect(await titles({}, viewerToken)).toEqual([])
  })

  test('names no workspace that the caller does not see', async () => {
    const { company, ines, jonas, workspace, jonasToken } = world
    await buildMeeting(db, { company, organizer: ines, owners: [jonas], workspace, phase: 'finished' })
    await buildMeeting(db, { company, organizer: ines, owners: [jonas] })
    const seen = async (by: string) => (await list({}, by)).meetings.map((meeting) => meeting.workspace?.title)
    expect(new Set(await seen(world.token))).toEqual(new Set(['Personal', 'Support runbooks']))
    const { meetings } = await list({}, jonasToken)
    expect(meetings.map(({ workspace, workspaceId }) => [workspace, workspaceId])).toEqual([
      [null, null],
      [null, null],
    ])
    const { filters } = (await server.call('meeting.filters', {}, jonasToken)).ok
    expect(filters.workspace).toEqual([])
    expect(await titles({ workspace: workspace.id }, jonasToken)).toEqual([])
  })

  test('shows the personal workspace for upcoming meetings of organizers who may not edit the chosen one', async () => {
    const { company, viewer, workspace, viewerToken } = world
    await buildMeeting(db, { company, organizer: viewer, workspace })
    await buildMeeting(db, { company, organizer: viewer, workspace, phase: 'finished' })
    const shown = (await list({}, viewerToken)).meetings.map((meeting) => [meeting.status, meeting.workspace?.title])
    expect(shown).toEqual([
      ['upcoming', 'Personal'],
      ['finished', 'Support runbooks'],
    ])
    expect(await titles()).toHaveLength(2)
  })
})

test('the count covers the person’s own upcoming and processing meetings', async () => {
  const { company, ines, jonas, workspace, viewerToken } = world
  for (const phase of ['scheduled', 'recording', 'drafting', 'finished', 'failed', 'noShow'] as const)
    await buildMeeting(db, { company, organizer: ines, workspace, phase })
  await buildMeeting(db, { company, organizer: jonas, owners: [ines] })
  expect(await countOf()).toBe(4)
  expect(await countOf(viewerToken)).toBe(0)
})

describe('adding a meeting', () => {
  test('by its link sends the bot now, without title', async () => {
    const { meeting, company } = (await add({ url: `${meet}?authuser=1` })).ok
    expect(meeting).toMatchObject({ title: '', platform: 'meet', status: 'upcoming', workspace: { title: 'Personal' } })
    expect(Math.abs(Date.now() - Date.parse(meeting.startAt))).toBeLessThan(60_000)
    expect(company).toBeNull()
    expect(await countOf()).toBe(1)
  })

  test('at a time, with a title', async () => {
    const startAt = at(48).toISOString()
    const { meeting } = (await add({ url: 'https://zoom.us/j/1234567890', title: ' Tender ', startAt })).ok
    expect(meeting).toMatchObject({ title: 'Tender', platform: 'zoom', startAt })
  })

  test.each([
    [{ url: 'https://example.org/a' }, 'meeting_link_unknown'],
    [{ url: 'http://169.254.169.254/' }, 'meeting_link_unknown'],
    [{ url: meet, startAt: '2020-01-01T10:00:00Z' }, 'meeting_time_past'],
    [{ url: meet, startAt: '2999-01-01T10:00:00Z' }, 'meeting_time_past'],
  ])('%j is refused', async (body, code) => {
    expect((await add(body)).error.code).toBe(code)
    expect(await countOf()).toBe(0)
  })

  test('twice is refused, around the same time only', async () => {
    await add({ url: meet, startAt: at(5).toISOString() })
    expect((await add({ url: meet, startAt: at(5.4).toISOString() })).error.code).toBe('meeting_added')
    expect((await add({ url: meet, startAt: at(8).toISOString() })).status).toBe(200)
  })

  test('that a colleague has, also at the same moment, sends one bot for both', async () => {
    const { token, jonasToken } = world
    const startAt = at(3).toISOString()
    const [one, other] = await Promise.all([
      add({ url: meet, startAt }, token),
      add({ url: meet, startAt }, jonasToken),
    ])
    expect(one.ok.meeting.id).toBe(other.ok.meeting.id)
    expect([await countOf(token), await countOf(jonasToken)]).toEqual([1, 1])
    expect(await titles({}, jonasToken)).toHaveLength(1)
  })

  test('in another company sends another bot', async () => {
    const elsewhere = await buildCompany(db)
    const token = await server.signIn(elsewhere.owner, elsewhere)
    expect((await add({ url: meet })).ok.meeting.id).not.toBe((await add({ url: meet }, token)).ok.meeting.id)
  })

  test('follows the default of the person, to another company of theirs too', async () => {
    const { workspace, ines, token } = world
    await saveConfig({ workspaceId: workspace.id })
    expect((await add({ url: meet })).ok.meeting.workspace?.title).toBe('Support runbooks')
    const other = await buildCompany(db, { title: 'Halden Systems' })
    await buildMember(db, other, { user: ines })
    await saveConfig({ companyId: other.id })
    const added = (await add({ url: 'https://zoom.us/j/1234567890' })).ok
    expect(added.company).toEqual({ id: other.id, title: 'Halden Systems' })
    expect(await titles({}, token), 'the former one has moved too').toEqual([])
    await sql`update company_members set status = 'deactivated' where company_id = ${other.id} and user_id = ${ines.id}`.execute(
      db,
    )
    expect((await add({ url: 'https://zoom.us/j/9876543210' })).ok.company).toBeNull()
  })
})

describe('deleting a meeting', () => {
  test('removes it for everyone who sees it; its article stays', async () => {
    const { company, ines, workspace } = world
    const article = await buildArticle(db, { workspace, author: ines })
    const { id } = await buildMeeting(db, { company, organizer: ines, workspace, phase: 'finished', article })
    expect((await remove(id, { status: 'finished' })).ok).toEqual({ success: true })
    expect(await titles()).toEqual([])
    expect((await server.call('article.get', { params: { id: article.id } }, world.token)).status).toBe(200)
  })

  test('is refused if it changed since it was shown', async () => {
    const { id } = await buildMeeting(db, { company: world.company, organizer: world.ines, recurrence: 'FREQ=DAILY' })
    expect((await remove(id, { status: 'failed' })).error).toMatchObject({ code: 'meeting_changed' })
    expect((await remove(id, {}, world.token, { recurrence: null })).error.code).toBe('meeting_changed')
    expect((await remove(id, { status: 'upcoming' }, world.token, { recurrence: 'FREQ=DAILY' })).status).toBe(200)
  })

  test('is refused while the bot works on it', async () => {
    const { id } = await buildMeeting(db, { company: world.company, organizer: world.ines, phase: 'recording' })
    const { status, error } = await remove(id, { status: 'processing' })
    expect([status, error.code]).toEqual([409, 'meeting_processing'])
  })

  test('by one of its members leaves it to the others, with the next one as organizer', async () => {
    const { company, ines, jonas, jonasToken, workspace } = world
    const { id } = await buildMeeting(db, { company, organizer: ines, owners: [jonas], workspace })
    await remove(id)
    const [meeting] = (await list({}, jonasToken)).meetings
    expect(meeting).toMatchObject({ id, organizedBy: { id: jonas.id }, workspace: { title: 'Personal' } })
    expect([await countOf(), await countOf(jonasToken)]).toEqual([0, 1])
    await remove(id, {}, jonasToken)
    expect(await titles({}, jonasToken)).toEqual([])
  })

  test('is for those who have it and for admins of the workspace', async () => {
    const { company, ines, viewer, workspace, viewerToken, jonasToken } = world
    const { id } = await buildMeeting(db, { company, organizer: ines, workspace })
    expect((await remove(id, {}, viewerToken)).status).toBe(403)
    expect((await remove(id, {}, jonasToken)).status).toBe(404)
    await db.updateTable('workspace_roles').set({ role: 'admin' }).where('user_id', '=', viewer.id).execute()
    expect((await remove(id, {}, viewerToken)).status).toBe(200)
    expect((await remove(newId())).status).toBe(404)
  })
})

test('the bot is sent again to failed and missed meetings only', async () => {
  const { company, ines: organizer, token } = world
  const again = (id: string) => server.call('meeting.sendAgain', { params: { id } }, token)
  for (const phase of ['failed', 'noShow'] as const) {
    const { id } = await buildMeeting(db, { company, organizer, phase, startAt: at(-5) })
    expect((await again(id)).ok.meeting).toMatchObject({ status: 'upcoming', metadata: { failureData: null } })
  }
  for (const phase of ['scheduled', 'joining', 'finished'] as const) {
    const { id } = await buildMeeting(db, { company, organizer, phase })
    expect((await again(id)).error.code).toBe('meeting_changed')
  }
})

describe('the state of a meeting', () => {
  const mails: { to: string; text: string }[] = []
  const enqueue: Enqueue = async (_db, _job, payload) => {
    mails.push(payload as never)
    return newId()
  }
  const services = { enqueue, publicAddress: () => 'https://knowreel.example.org' }
  const apply = (id: string, type: 'claimed' | 'recordingStarted', now?: Date) =>
    runTransaction(db, (trx) => applyMeetingEvent(trx, id, { type }, now))

  test('no bot claims it after its deadline', async () => {
    const { company, ines: organizer } = world
    const { id } = await buildMeeting(db, { company, organizer, startAt: at(-1000) })
    const claimable = (now: Date) => runTransaction(db, async (trx) => (await lockDueMeeting(trx, now))?.id)
    expect(await claimable(at(-1000))).toBe(id)
    expect(await claimable(at(-999))).toBeUndefined()
  })

  test('changes only by events of its phase', async () => {
    const { id } = await buildMeeting(db, { company: world.company, organizer: world.ines })
    expect(await apply(id, 'recordingStarted')).toBeNull()
    expect((await apply(id, 'claimed'))?.after).toMatchObject({ phase: 'joining', attempt: 1 })
    expect((await list()).meetings[0]).toMatchObject({ status: 'processing', metadata: { phase: 'joining' } })
    expect(await apply(newId(), 'claimed')).toBeNull()
  })

  test('ends when its time has run out, with the reason of its phase', async () => {
    const { company, ines: organizer } = world
    await buildMeeting(db, { company, organizer, startAt: at(-1), title: 'Unclaimed' })
    await buildMeeting(db, { company, organizer, startAt: at(1), title: 'Later' })
    await endOverdueMeetings({ db, ...services })
    const [later, unclaimed] = (await list()).meetings
    expect([later?.title, later?.status]).toEqual(['Later', 'upcoming'])
    expect(unclaimed).toMatchObject({ status: 'failed', metadata: { failureData: { errorCode: 'no_bot_available' } } })
    expect(mails).toEqual([])
  })

  test.each([
    ['a workspace', 'in “Support runbooks”. Its editors can open it'],
    ['the personal one', 'Nobody else sees it until you publish it.'],
  ])('ends with an email if notes about a recording in %s keep failing', async (where, text) => {
    const { company, ines: organizer, workspace } = world
    const draft = await buildDraft(db, {
      company,
      author: organizer,
      workspace: where === 'a workspace' ? workspace : null,
    })
    const { id } = await buildMeeting(db, { company, organizer, phase: 'drafting', article: draft })
    await endOverdueMeetings({ db, ...services }, at(1))
    expect((await list()).meetings).toMatchObject([{ id, status: 'finished' }])
    const toOrganizer = mails.filter(({ to }) => to === organizer.email)
    expect(toOrganizer).toHaveLength(1)
    expect(toOrganizer[0]?.text).toContain(text)
    expect(toOrganizer[0]?.text).toContain(`https://knowreel.example.org/login/-/${draft.id}/${company.id}/draft`)
  })
})
