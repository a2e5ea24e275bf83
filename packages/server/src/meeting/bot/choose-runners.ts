/** Which bot goes to which service: a provider's, if it is named for the service, otherwise our own. */
import type { MeetingPlatform } from '@knowreel/shared/meeting/meeting-link.rules.ts'
import type { BotSettings } from '../../platform/config/bot-settings.ts'
import { jitsi } from './platform/jitsi.ts'
import { meet } from './platform/meet.ts'
import type { Platform } from './platform/platform.ts'
import { teams } from './platform/teams.ts'
import { createAttendee } from './provider/attendee-provider.ts'
import { runProvided } from './provider/run-provided.ts'
import type { MeetingRunner } from './run-bots.ts'
import { runMeeting } from './run-meeting.ts'

const builtIn: Readonly<Partial<Record<MeetingPlatform, Platform>>> = { jitsi, meet, teams }

export function chooseRunners(
  { chromiumPath, platforms, provider }: BotSettings,
  extensionDirectory: string,
): Readonly<Partial<Record<MeetingPlatform, MeetingRunner>>> {
  const runners: Partial<Record<MeetingPlatform, MeetingRunner>> = {}
  for (const name of platforms) {
    const platform = builtIn[name]
    if (platform === undefined || chromiumPath === null) continue
    runners[name] = (meeting, ports, signal) =>
      runMeeting(platform, { chromiumPath, extensionDirectory }, meeting, ports, signal)
  }
  if (provider !== null) {
    const attendee = createAttendee(provider)
    for (const name of provider.platforms)
      runners[name] = (meeting, ports, signal) => runProvided(attendee, meeting, ports, signal)
  }
  return runners
}
