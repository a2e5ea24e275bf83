import { describe, expect, test } from 'vitest'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { applyMeetingEvent } from '../state/apply-event.ts'
import { setUpCalendars, at, event, meet } from './calendar.fixture.ts'

const { server, db, world, publish, save, connect, offered, meetings, starts, remove, check } = await setUpCalendars()

describe('a series', () => {
  const daily = (lines: string[] = []) => event({ uid: 'daily', lines: ['RRULE:FREQ=DAILY', ...lines] })
  const iso = (days: number) => at(2 + 24 * days).toISOString()

  test('has one upcoming meeting, its next occurrence', async () => {
    publish('/a', daily())
    await connect('/a')
    expect(await meetings()).toMatchObject([{ startAt: iso(0), recurrence: 'FREQ=DAILY', status: 'upcoming' }])
  })

  test('of which an occurrence is deleted moves to the next one, and stays there', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    expect((await remove(meeting?.id ?? '')).ok).toEqual({ newStartDate: iso(1) })
    expect(await meetings()).toMatchObject([{ id: meeting?.id, startAt: iso(1) }])
    await check()
    expect(await starts()).toEqual([iso(1)])
  })

  test('that is deleted from now on does not come back with its calendar', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    expect((await remove(meeting?.id ?? '', true)).ok).toEqual({ success: true })
    await check()
    expect(await meetings()).toEqual([])
    expect(await offered()).toMatchObject([{ isSelected: false }])
  })

  test('of which the last occurrence is deleted has none any more', async () => {
    publish('/a', event({ uid: 'last', lines: ['RRULE:FREQ=DAILY;COUNT=1'] }))
    await connect('/a')
    const [meeting] = await meetings()
    expect((await remove(meeting?.id ?? '')).ok).toEqual({ success: true })
    expect(await meetings()).toEqual([])
  })

  test('has its next occurrence as soon as the bot claims one, and each is recorded once', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    await runTransaction(db, (trx) => applyMeetingEvent(trx, meeting?.id ?? '', { type: 'claimed' }))
    expect((await meetings()).map(({ startAt, status }) => [startAt, status])).toEqual([
      [iso(1), 'upcoming'],
      [iso(0), 'processing'],
    ])
    await check()
    expect(await starts()).toEqual([iso(1), iso(0)])
  })

  test('of which an occurrence failed can have the bot sent again, beside the next one', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    const failure = { code: 'removed', facts: {} } as const
    await runTransaction(db, async (trx) => {
      await applyMeetingEvent(trx, meeting?.id ?? '', { type: 'claimed' })
      await applyMeetingEvent(trx, meeting?.id ?? '', { type: 'refused', failure })
    })
    await server.call('meeting.sendAgain', { params: { id: meeting?.id ?? '' } }, world.token)
    await check()
    expect((await meetings()).map(({ startAt, status }) => [startAt, status])).toEqual([
      [iso(0), 'upcoming'],
      [iso(1), 'upcoming'],
    ])
  })

  test('of which a failed occurrence is deleted does not get it back', async () => {
    publish('/a', daily())
    await connect('/a')
    const [meeting] = await meetings()
    const id = meeting?.id ?? ''
    await runTransaction(db, async (trx) => {
      await applyMeetingEvent(trx, id, { type: 'claimed' })
      await applyMeetingEvent(trx, id, { type: 'refused', failure: { code: 'removed', facts: {} } })
    })
    expect((await remove(id)).ok).toEqual({ success: true })
    await check()
    expect(await starts()).toEqual([iso(1)])
  })
})

describe('one meeting in the calendars of two colleagues', () => {
  const both = async () => {
    publish('/a', event())
    publish('/b', event({ uid: 'other program' }))
    await connect('/a')
    await connect('/b', 'all', world.jonasToken)
  }

  test('is one row with one bot, and each sees it', async () => {
    await both()
    const [one] = await meetings()
    const [other] = await meetings(world.jonasToken)
    // The recording goes to the organizer's personal workspace, which a colleague does not see.
    expect(other).toEqual({ ...one, abilities: other?.abilities, workspace: null, workspaceId: null })
    expect(one?.organizedBy?.id).toBe(world.ines.id)
  })

  test('that one of them deletes is still recorded for the other, and does not come back', async () => {
    await both()
    const [meeting] = await meetings()
    await remove(meeting?.id ?? '')
    await check()
    expect(await meetings()).toEqual([])
    expect(await meetings(world.jonasToken)).toMatchObject([{ organizedBy: { id: world.jonas.id } }])
  })

  test('is deleted for both by an admin of its workspace who does not have it, one occurrence or the whole series', async () => {
    const { company, ines, jonas, jonasToken } = world
    const admin = await buildMember(db, company)
    const adminToken = await server.signIn(admin, company)
    const workspace = await buildWorkspace(db, { company, owner: ines })
    await grantWorkspaceRole(db, { workspace, user: admin, role: 'admin' })
    await grantWorkspaceRole(db, { workspace, user: jonas, role: 'editor' })
    const config = { name: 'Notes', notesAutoGeneration: 'none', workspaceId: workspace.id } as const
    for (const by of [world.token, jonasToken]) await server.call('bot.save', { body: { config } }, by)
    const weekly = (uid: string) => event({ uid, lines: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
    publish('/a', weekly('one'))
    publish('/b', weekly('two'))
    await connect('/a')
    await connect('/b', 'all', jonasToken)
    const week = 24 * 7

    const [first] = await meetings(adminToken)
    expect((await remove(first?.id ?? '', false, adminToken)).ok).toEqual({ newStartDate: at(2 + week).toISOString() })
    for (const by of [adminToken, world.token, jonasToken])
      expect(await starts(by)).toEqual([at(2 + week).toISOString()])

    const [second] = await meetings(adminToken)
    expect((await remove(second?.id ?? '', true, adminToken)).ok).toEqual({ success: true })
    for (const by of [adminToken, world.token, jonasToken]) expect(await meetings(by)).toEqual([])
    await check(ines)
    await check(jonas)
    expect(await meetings(adminToken)).toEqual([])
  })

  test('that one of them added by its link is deleted for that person, not for the one with the calendar', async () => {
    const { jonasToken } = world
    publish('/a', event())
    await connect('/a')
    await server.call('meeting.add', { body: { url: meet, startAt: at(2).toISOString() } }, jonasToken)
    const [meeting] = await meetings(jonasToken)
    expect(meeting?.isShared).toBe(true)
    await remove(meeting?.id ?? '', false, jonasToken)
    expect(await meetings(jonasToken)).toEqual([])
    expect(await meetings()).toMatchObject([{ id: meeting?.id, isShared: false }])
  })

  test('that a person had in another company by its link follows their calendar, once it is taken there', async () => {
    const { ines } = world
    const other = await buildCompany(db)
    await buildMember(db, other, { user: ines })
    const there = await server.signIn(ines, other)
    await server.call('meeting.add', { body: { url: meet, startAt: at(2).toISOString() } }, there)
    publish('/a', event())
    await connect('/a')
    const [meeting] = await meetings()
    const config = { name: 'Notes', notesAutoGeneration: 'none', eventId: meeting?.id, companyId: other.id } as const
    expect((await server.call('bot.save', { body: { config } }, world.token)).status).toBe(200)
    expect([(await meetings()).length, (await meetings(there)).length]).toEqual([0, 1])
    publish('/a', event({ start: at(5) }))
    await check()
    expect(await starts(there)).toEqual([at(5).toISOString()])
  })

  test('that is moved is one row again when both calendars say so, in either order', async () => {
    for (const order of [
      [world.ines, world.jonas],
      [world.jonas, world.ines],
    ]) {
      await both()
      publish('/a', event({ start: at(8), lines: ['SEQUENCE:1'] }))
      publish('/b', event({ uid: 'other program', start: at(8), lines: ['SEQUENCE:1'] }))
      for (const user of order) await check(user)
      await check(order[0])
      expect(await starts()).toEqual([at(8).toISOString()])
      expect(await starts(world.jonasToken)).toEqual([at(8).toISOString()])
      const { rows } = {
        rows: await db.selectFrom('meetings').where('company_id', '=', world.company.id).select('id').execute(),
      }
      expect(rows).toHaveLength(1)
      await save({ icsUrl: null })
      await save({ icsUrl: null }, world.jonasToken)
    }
  })
})

test('a person who left the company has no meetings planned, and their colleague takes over', async () => {
  publish('/a', event())
  publish('/b', event())
  await connect('/a')
  await connect('/b', 'all', world.jonasToken)
  await db.updateTable('company_members').set({ status: 'deactivated' }).where('user_id', '=', world.ines.id).execute()
  publish('/a', event({ start: at(7), lines: ['SEQUENCE:1'] }))
  await check()
  expect(await meetings(world.jonasToken)).toMatchObject([
    { startAt: at(2).toISOString(), organizedBy: { id: world.jonas.id } },
  ])
})
