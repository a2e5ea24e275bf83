/** The meetings page, with a server that has these meetings. */
import type { Meeting } from '@knowreel/shared/meeting/meeting.calls.ts'
import { refuse, type Answers } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, person } from '../../../test/person.ts'
import { aCompany, aMeeting, aSession } from '../../../test/samples.ts'

/** The settings of the bot that nobody has changed. */
export const config = {
  companyId: 'company-1',
  workspaceId: null,
  eventId: null,
  name: 'Knowreel',
  notesAutoGeneration: 'none',
  customPrompt: '',
  paragraphsAutoGeneration: 'manually',
} as const

/** A server with these meetings; `statuses` and pages are filtered as the real one does. */
function meetingAnswers(meetings: Meeting[]): Answers {
  const find = (id: string) => meetings.find((meeting) => meeting.id === id)
  return {
    'meeting.list': ({ query }) => {
      const found = meetings.filter(({ title, status }) => {
        const isFound = title.toLowerCase().includes(query.q?.toLowerCase() ?? '')
        return isFound && (query.status === undefined || query.status === status)
      })
      const sorted = query.sort === 'desc' ? found.toReversed() : found
      return { meetings: sorted.slice((query.page - 1) * 10, query.page * 10), count: found.length }
    },
    'meeting.count': () => ({ count: meetings.filter(({ status }) => status === 'upcoming').length }),
    'meeting.filters': {
      filters: {
        organizedBy: [{ id: 'jonas', title: 'Jonas Weber' }],
        workspace: [{ id: 'workspace-runbooks', title: 'Support runbooks' }],
      },
    },
    'meeting.remove': ({ params }) => {
      meetings.splice(
        meetings.findIndex(({ id }) => id === params.id),
        1,
      )
      return { success: true }
    },
    'meeting.sendAgain': ({ params }) => {
      const meeting = find(params.id)
      if (meeting === undefined) return refuse('not_found')
      const { id, title, startAt } = meeting
      const again = aMeeting({ id, title, startAt })
      meetings.splice(meetings.indexOf(meeting), 1, again)
      return { meeting: again }
    },
    'bot.get': { config },
    'bot.getForMeeting': ({ params }) => ({ config: { ...config, eventId: params.event } }),
    'bot.save': ({ body }) => ({ config: { ...config, ...body.config } as typeof config }),
    'workspace.editable': {
      items: [
        { id: 'own', shortId: 'own2345678', title: 'Personal', visibility: 'personal' },
        { id: 'workspace-runbooks', shortId: 'runbooks23', title: 'Support runbooks', visibility: 'private' },
      ],
      isTruncated: false,
    },
  }
}

const company = aCompany({ id: 'company-1', title: 'Brightmeter' })
const session = aSession({ company })
export const open = (meetings: Meeting[], options: Parameters<typeof openPage>[1] = {}, url = '/meetings') =>
  openPage(url, { session, ...options, answers: { ...meetingAnswers(meetings), ...options.answers } })

export const failure = {
  reason: 'The host didn’t let the bot in',
  errorCode: 'lobby_timeout',
  details: 'The bot waited in the lobby for 10 minutes, and nobody answered its request to join.',
  suggestedAction: 'Ask the host to admit “Halden notes” from the lobby.',
}
export const failed = (change: Partial<Meeting> = {}) => {
  const meeting = aMeeting({ title: 'Readings', status: 'failed', ...change })
  return { ...meeting, metadata: { ...meeting.metadata, failureData: failure } }
}
export const openMenu = (title: string) => person.click(button(`Actions for ${title}`))
