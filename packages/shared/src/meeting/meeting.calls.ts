/** The meetings of a company, and how people add them. `docs/decisions/0300` lists the additions to the spec. */
import * as z from 'zod'
import { call, companyWide, may } from '../catalogue/call.ts'
import { anyId, flag, isoTime, pageNumber, singleLine } from '../catalogue/wire.ts'
import { person } from '../user/user.calls.ts'
import { companyBot } from './bot.calls.ts'
import { meetingPlatforms } from './meeting-link.rules.ts'
import { meetingPhases, meetingStatuses } from './meeting-state.rules.ts'

export const meetingsPerPage = 10

export const meetingStatus = z.enum(meetingStatuses)

export const failureData = z.object({
  reason: z.string(),
  errorCode: z.string(),
  details: z.string(),
  suggestedAction: z.string(),
})
export type FailureData = z.infer<typeof failureData>

export const meeting = z.object({
  id: z.string(),
  /** Empty if the invitation has none. */
  title: z.string(),
  /** Where the recording goes; null if the caller does not see that workspace. */
  workspace: z.object({ id: z.string(), title: z.string() }).nullable(),
  workspaceId: z.string().nullable(),
  organizedBy: person.nullable(),
  startAt: isoTime,
  status: meetingStatus,
  /** The RRULE of the series. */
  recurrence: z.string().nullable(),
  /** Id of the article or draft; null if there is none that the caller sees. */
  article: z.string().nullable(),
  isDraft: z.boolean(),
  /** The address of a published article. */
  articlePath: z
    .object({ workspaceId: z.string(), workspaceSlug: z.string(), articleId: z.string(), articleSlug: z.string() })
    .nullable(),
  platform: z.enum(meetingPlatforms),
  /** The caller and colleagues have the meeting: deleting it removes only the caller's entry. */
  isShared: z.boolean(),
  metadata: z.object({
    failureData: failureData.nullable(),
    phase: z.enum(meetingPhases),
    /** The beginning of the phase. */
    phaseSince: isoTime,
    /** Percent of the work after the call; null before. */
    progress: z.number().int().nullable(),
  }),
  abilities: z.object({
    /** Whether the bot’s settings for this meeting may be changed. */
    configure: z.boolean(),
    remove: z.boolean(),
    sendAgain: z.boolean(),
  }),
})
export type Meeting = z.infer<typeof meeting>

const option = z.object({ id: z.string(), title: z.string() })

const meetingTitle = singleLine(200)

/** At least a week, because people must have time to publish what they need. */
export const retentionDays = z.number().int().min(7).max(3650)

const meetingSettings = z.object({
  /** Recordings of meetings are deleted after this number of days; null: never. */
  retentionDays: retentionDays.nullable(),
  /** For people without settings of their own; null: the built-in ones. */
  bot: companyBot.nullable(),
})
export type MeetingSettings = z.infer<typeof meetingSettings>

const minuteMs = 60_000

export const meetingCalls = {
  count: call({
    method: 'GET',
    path: '/meetings/count',
    summary: 'How many of the caller’s meetings are upcoming or being processed',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({ count: z.number().int() }),
  }),
  list: call({
    method: 'GET',
    path: '/meetings',
    summary: 'Meetings that the caller organizes, or whose workspace they see; ten on a page',
    allow: 'member',
    key: companyWide('read'),
    query: z.strictObject({
      page: pageNumber,
      organizer: anyId.optional(),
      workspace: anyId.optional(),
      /** A piece of the title. */
      q: singleLine(200).optional(),
      status: meetingStatus.optional(),
      /** By time: `asc` has upcoming meetings first, `desc` finished ones. */
      sort: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: z.object({ meetings: z.array(meeting), count: z.number().int() }),
  }),
  filters: call({
    method: 'GET',
    path: '/meetings/filters',
    summary: 'The organizers and workspaces of the meetings that the caller sees, by title',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({ filters: z.object({ organizedBy: z.array(option), workspace: z.array(option) }) }),
  }),
  add: call({
    method: 'POST',
    path: '/meetings',
    summary: 'Send the bot to a meeting, now or at a time',
    allow: 'member',
    // No API keys: the person's settings may name another company.
    body: z.strictObject({
      url: z.string({ error: 'Please enter a meeting link' }).max(2000),
      title: meetingTitle.nullish(),
      /** Absent: now. */
      startAt: z.iso.datetime({ error: 'Please enter a date and a time' }).nullish(),
    }),
    response: z.object({
      meeting,
      /** Set if the caller's settings send meetings to another company. */
      company: option.nullable(),
    }),
    errors: ['meeting_link_unknown', 'meeting_time_past', 'meeting_added'],
    rateLimit: { max: 60, windowMs: minuteMs },
  }),
  remove: call({
    method: 'POST',
    path: '/meetings/{id}',
    summary: 'Delete a meeting; of a series this occurrence, or with `all` every one from now on. Articles stay',
    allow: may('meeting.manage', 'params.id'),
    key: companyWide('write'),
    query: z.strictObject({
      /** As the caller's page showed it. */
      status: meetingStatus.optional(),
      all: flag,
    }),
    body: z.strictObject({
      /** As the caller's page showed it. */
      recurrence: z.string().max(2000).nullish(),
    }),
    response: z.object({
      success: z.literal(true).optional(),
      /** When the series takes place next. */
      newStartDate: isoTime.optional(),
    }),
    errors: ['meeting_changed', 'meeting_processing'],
  }),
  sendAgain: call({
    method: 'POST',
    path: '/meetings/{id}/again',
    summary: 'Send the bot again to a meeting that failed or to which nobody came',
    allow: may('meeting.manage', 'params.id'),
    key: companyWide('write'),
    response: z.object({ meeting }),
    errors: ['meeting_changed'],
    rateLimit: { max: 30, windowMs: minuteMs },
  }),
  settings: call({
    method: 'GET',
    path: '/meetings/settings',
    summary: 'The meeting settings of the company',
    allow: may('company.edit', 'company'),
    key: companyWide('admin'),
    response: z.object({ settings: meetingSettings }),
  }),
  saveSettings: call({
    method: 'PUT',
    path: '/meetings/settings',
    summary: 'Save the meeting settings of the company; absent fields stay',
    allow: may('company.edit', 'company'),
    key: companyWide('admin'),
    body: meetingSettings.partial().strict(),
    response: z.object({ settings: meetingSettings }),
    audit: {
      action: 'meeting_retention_changed',
      subject: { kind: 'company', at: 'company' },
      details: ['retentionDays'],
      ifHas: 'retentionDays',
    },
  }),
}
