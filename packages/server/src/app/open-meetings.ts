/** Composes the meetings: calendars and their services, for calls and for jobs. */
import type { SignAddress } from '../access/index.ts'
import { meetingRoutes, type CalendarServices } from '../meeting/index.ts'
import type { Config } from '../platform/config/config.ts'
import { noMeetingSettings } from '../platform/config/meeting-settings.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import type { Db } from '../platform/database/db.ts'
import type { ConditionalFetch } from '../platform/fetch/index.ts'

type MeetingParts = {
  readonly db: Db
  readonly config: Pick<Config, 'secret'> & Partial<Pick<Config, 'meetings'>>
  readonly signAddress: SignAddress
  readonly fetchCalendar: ConditionalFetch
}

export function openMeetings({ db, config, signAddress, fetchCalendar }: MeetingParts) {
  const { jitsiHosts } = config.meetings ?? noMeetingSettings
  const calendars: CalendarServices = {
    calendarKey: deriveKey(config.secret, 'addresses of calendars'),
    fetchCalendar,
    jitsiHosts,
  }
  return {
    routes: meetingRoutes({ db, signAddress, calendars, findBotAddress: async () => null }),
    services: { calendars },
  }
}
