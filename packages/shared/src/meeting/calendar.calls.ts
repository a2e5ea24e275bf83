/** The calendars of people as sources of meetings. The bot joins only what its person has chosen. */
import * as z from 'zod'
import { call, companyWide } from '../catalogue/call.ts'
import { isoTime } from '../catalogue/wire.ts'
import { meetingPlatforms } from './meeting-link.rules.ts'

/** The meetings of a feed to which the bot goes: all, those that the person organizes, or only chosen ones. */
export const calendarSelection = z.enum(['all', 'mine', 'none'])
export type CalendarSelection = z.infer<typeof calendarSelection>

export const calendarState = z.object({
  /** Null without a feed. The address itself is never sent: it opens the calendar. */
  feed: z
    .object({
      host: z.string(),
      selection: calendarSelection,
      /** Why it could not be read the last time. */
      error: z.enum(['unreachable', 'unreadable']).nullable(),
      readAt: isoTime.nullable(),
      /** Meetings of the next seven days to which the bot goes. */
      meetingsThisWeek: z.number().int(),
    })
    .nullable(),
  /** Invitations to this address send the bot; null if the installation receives no email. */
  botAddress: z.string().nullable(),
})
export type CalendarState = z.infer<typeof calendarState>

export const offeredMeeting = z.object({
  id: z.string(),
  title: z.string(),
  platform: z.enum(meetingPlatforms),
  startAt: isoTime,
  recurrence: z.string().nullable(),
  /** The bot goes to it. */
  isSelected: z.boolean(),
})
export type OfferedMeeting = z.infer<typeof offeredMeeting>

const minuteMs = 60_000

export const calendarCalls = {
  get: call({
    method: 'GET',
    path: '/meetings/calendar',
    summary: 'The caller’s calendar feed, and the address to which invitations are sent',
    allow: 'member',
    key: companyWide('read'),
    response: calendarState,
  }),
  save: call({
    method: 'PUT',
    path: '/meetings/calendar',
    summary: 'Connect or disconnect the caller’s calendar feed, or choose which of its meetings the bot joins',
    allow: 'member',
    key: companyWide('write'),
    refusesOperators: true,
    body: z.strictObject({
      /** The secret address of a calendar in iCal format; null disconnects it. */
      icsUrl: z.string().trim().min(1).max(2000).nullish(),
      selection: calendarSelection.optional(),
    }),
    response: calendarState,
    errors: ['calendar_unreachable', 'calendar_unreadable', 'no_calendar'],
    rateLimit: { max: 20, windowMs: minuteMs },
  }),
  events: call({
    method: 'GET',
    path: '/meetings/calendar/events',
    summary: 'The meetings of the caller’s calendar in the next four weeks, by time; at most 100',
    allow: 'member',
    key: companyWide('read'),
    response: z.object({ events: z.array(offeredMeeting) }),
  }),
  select: call({
    method: 'PUT',
    path: '/meetings/calendar/events/{id}',
    summary: 'Send the bot to a meeting of the calendar, with all of its occurrences, or not',
    allow: 'member',
    key: companyWide('write'),
    body: z.strictObject({ isSelected: z.boolean() }),
    response: z.object({ event: offeredMeeting }),
    errors: ['not_found'],
  }),
}
