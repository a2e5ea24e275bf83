/** Reads calendars in a separate thread, one after the other. */
import { ParserThread } from '../../platform/threads/parser-thread.ts'
import type { CalendarContent, CalendarRequest } from './read-calendar.ts'

const thread = new ParserThread<CalendarRequest, CalendarContent>(new URL('./calendar.thread.ts', import.meta.url))

const maxMs = 10_000
const dayMs = 86_400_000
/** Occurrences are known this far ahead, so that the next one of a yearly series is. */
const horizonMs = 400 * dayMs

type Reading = { readonly jitsiHosts: readonly string[]; readonly now?: number; readonly aheadMs?: number }

/** From today on. Null if the text is no calendar, or takes too long to read. */
export const readCalendarText = (
  text: string,
  { jitsiHosts, now = Date.now(), aheadMs = horizonMs }: Reading,
): Promise<CalendarContent | null> =>
  thread.parse({ text, from: now - dayMs, to: now + aheadMs, jitsiHosts }, { maxMs })
