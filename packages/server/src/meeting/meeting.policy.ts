/**
 * Meetings are managed by the members who have them and by the admins of their workspace; others who see them only read.
 */
import type { Permission } from '@knowreel/shared/access/permissions.ts'
import { rule, type Member } from '../access/index.ts'
import { companyPolicy } from '../company/index.ts'
import type { AnyRule } from '../platform/http/feature.ts'
import { ranks } from '../workspace/index.ts'
import { findMeetingRow, type MeetingRow } from './meeting.queries.ts'

/** Also true in archived workspaces: nothing in the workspace changes. */
export const mayManageMeeting = ({ isOwner, rank }: Pick<MeetingRow, 'isOwner' | 'rank'>): boolean =>
  isOwner || rank >= ranks.admin

export const meetingPolicy = {
  'company.edit': companyPolicy['company.edit'],
  'meeting.manage': rule<MeetingRow>({
    load: async (db, actor, id) => (actor?.company ? findMeetingRow(db, actor as Member, id) : null),
    may: (_actor, meeting) => mayManageMeeting(meeting),
  }),
} as const satisfies Partial<Record<Permission, AnyRule>>

export const botPolicy = {
  // Everybody configures the bot for their own meetings only.
  'bot.configure': rule<{ readonly userId: string }>({
    load: async (_db, actor, id) => (actor?.userId === id.toLowerCase() ? { userId: actor.userId } : null),
    may: () => true,
  }),
} as const satisfies Partial<Record<Permission, AnyRule>>
