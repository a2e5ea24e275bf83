/** The parameters of the meetings list, as they appear in its URL. Without them: all, upcoming ones first. */
import type { MeetingStatus } from '@knowreel/shared/meeting/meeting-state.rules.ts'
import { parsePage } from '../../ui/list/page-range.ts'

/** In the order of the filter. */
export const statusOptions = [
  'upcoming',
  'processing',
  'no-show',
  'failed',
  'finished',
] as const satisfies readonly MeetingStatus[]

export type MeetingListSearch = {
  q?: string
  status?: MeetingStatus
  /** Ids. */
  workspace?: string
  organizer?: string
  sort?: 'desc'
  page?: number
}

export function readMeetingListSearch(search: Record<string, unknown>): MeetingListSearch {
  const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
  return {
    q: text(search.q).slice(0, 200) || undefined,
    status: statusOptions.find((status) => status === search.status),
    workspace: text(search.workspace).slice(0, 64) || undefined,
    organizer: text(search.organizer).slice(0, 64) || undefined,
    sort: search.sort === 'desc' ? 'desc' : undefined,
    page: parsePage(search.page),
  }
}

export const hasMeetingFilter = ({ q, status, workspace, organizer }: MeetingListSearch): boolean =>
  [q, status, workspace, organizer].some((value) => value !== undefined)
