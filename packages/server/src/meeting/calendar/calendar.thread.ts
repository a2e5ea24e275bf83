/** Reads calendars outside the main thread; calendar-reader.ts starts and ends this thread. */
import { serveParser } from '../../platform/threads/serve-parser.ts'
import { readCalendar, type CalendarRequest } from './read-calendar.ts'

serveParser(async (request: CalendarRequest) => readCalendar(request))
