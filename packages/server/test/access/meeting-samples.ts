/** Sample requests of the meeting feature, for world.ts. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { Subjects } from './subjects.ts'

type Things = Pick<Subjects, 'meeting'> & { readonly people: { readonly owner: { readonly id: string } } }

export const meetingSamples = {
  'bot.get': ({ people }: Things) => ({ params: { user: people.owner.id } }),
  'bot.getForMeeting': ({ people, meeting }: Things) => ({ params: { user: people.owner.id, event: meeting.id } }),
  'bot.save': () => ({ body: { config: { name: 'Knowreel', notesAutoGeneration: 'none', eventId: null } } }),
  'calendar.events': () => ({}),
  'calendar.get': () => ({}),
  'calendar.save': () => ({ body: { icsUrl: 'http://169.254.169.254/calendar.ics' } }),
  'calendar.select': () => ({ params: { id: newId() }, body: { isSelected: true } }),
  'meeting.add': () => ({ body: { url: 'https://meet.google.com/kzu-wbfr-qhn', title: 'Tender questions' } }),
  'meeting.count': () => ({}),
  'meeting.filters': () => ({}),
  'meeting.list': () => ({ query: { page: '1', status: 'upcoming', q: 'sync', sort: 'desc' } }),
  'meeting.remove': ({ meeting }: Things) => ({ params: { id: meeting.id }, query: { status: 'upcoming' }, body: {} }),
  'meeting.saveSettings': () => ({ body: { retentionDays: 30 } }),
  'meeting.sendAgain': ({ meeting }: Things) => ({ params: { id: meeting.id } }),
  'meeting.settings': () => ({}),
}
