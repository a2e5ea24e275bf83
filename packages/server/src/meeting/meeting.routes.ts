import { AppError } from '@knowreel/shared/error/app-error.ts'
import { botCalls } from '@knowreel/shared/meeting/bot.calls.ts'
import { meetingCalls } from '@knowreel/shared/meeting/meeting.calls.ts'
import { serve, type Actor, type Member, type SignAddress } from '../access/index.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
import type { Feature } from '../platform/http/feature.ts'
import { displayedTitle } from '../workspace/index.ts'
import { addMeeting } from './add-meeting.ts'
import { removeMeeting, sendBotAgain } from './change-meeting.ts'
import { calendarRoutes, type CalendarDependencies } from './calendar/calendar.routes.ts'
import { findCompanySettings, saveCompanySettings } from './config/bot-config.queries.ts'
import { readDefaultConfig, readMeetingConfig, saveBotConfig } from './config/save-bot-config.ts'
import { toMeeting } from './meeting.mapping.ts'
import { botPolicy, meetingPolicy } from './meeting.policy.ts'
import { countOpenMeetings, findMeetingRow, listMeetingFilters, listMeetingRows } from './meeting.queries.ts'

export type MeetingDependencies = CalendarDependencies & { readonly signAddress: SignAddress }

type MeetingFeatures = { meeting: Feature; bot: Feature; calendar: Feature }

export function meetingRoutes(dependencies: MeetingDependencies): MeetingFeatures {
  const { db, signAddress, calendars } = dependencies
  const readMeeting = async (actor: Member, id: string) => {
    const row = await findMeetingRow(db, actor, id)
    if (row === null) throw new AppError('not_found')
    return { meeting: toMeeting(row, actor, signAddress) }
  }
  const meeting = serve(meetingCalls, meetingPolicy, {
    count: async ({ actor }) => ({ count: await countOpenMeetings(db, actor) }),
    list: async ({ actor, query }) => {
      const { rows, count } = await listMeetingRows(db, actor, query)
      return { meetings: rows.map((row) => toMeeting(row, actor, signAddress)), count }
    },
    filters: async ({ actor }) => {
      const { organizers, workspaces } = await listMeetingFilters(db, actor)
      const workspace = workspaces.map(({ id, ...row }) => ({ id, title: displayedTitle(row) }))
      return { filters: { organizedBy: organizers, workspace } }
    },
    add: async ({ actor, body }) => {
      const { id, company } = await addMeeting({ db, jitsiHosts: calendars.jitsiHosts }, actor, body)
      const isElsewhere = company.id !== actor.company.id
      // The actor is active there too, so this reads it as they would see it after switching.
      const seenBy = isElsewhere ? { ...actor, company: { ...actor.company, id: company.id } } : actor
      return { ...(await readMeeting(seenBy, id)), company: isElsewhere ? company : null }
    },
    remove: async ({ actor, subject, query, body }) => {
      const shown = { status: query.status, recurrence: body.recurrence }
      const next = await removeMeeting(db, asMember(actor), { id: subject.id, isAll: query.all, shown })
      return next === null ? { success: true as const } : { newStartDate: next.toISOString() }
    },
    sendAgain: async ({ actor, subject }) => {
      await sendBotAgain(db, subject.id)
      return readMeeting(asMember(actor), subject.id)
    },
    settings: async ({ subject }) => ({ settings: await findCompanySettings(db, subject.id) }),
    saveSettings: async ({ subject, body }) => {
      await runTransaction(db, (trx) => saveCompanySettings(trx, subject.id, body))
      return { settings: await findCompanySettings(db, subject.id) }
    },
  })
  const bot = serve(botCalls, botPolicy, {
    save: async ({ actor, body }) => ({ config: await saveBotConfig(db, actor, body.config) }),
    get: async ({ actor }) => ({ config: await readDefaultConfig(db, asMember(actor)) }),
    getForMeeting: async ({ actor, params }) => ({
      config: await readMeetingConfig(db, asMember(actor), params.event),
    }),
  })
  return { meeting, bot, calendar: calendarRoutes(dependencies) }
}

/** The rules of these calls let only members through. */
function asMember(actor: Actor | null): Member {
  if (!actor?.company) throw new AppError('not_signed_in')
  return actor as Member
}
