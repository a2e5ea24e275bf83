/** Recent notifications of the people of the demo company. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import { notifyPeople } from '../../notification/notify/notify-people.ts'
import { peopleMentioned, peopleOfPublish } from '../../notification/notify/notify.queries.ts'
import { demoDate } from './demo-dates.ts'
import type { SeedContext } from './seed-articles.ts'

const notifiedArticleCount = 5

/** For the most recently published articles; no email is sent for events before the installation. */
export async function seedNotifications({ trx, now, published, people }: SeedContext): Promise<void> {
  const last = [...published.values()]
    .filter(({ source }) => !source.isArchived)
    .toSorted((one, other) => dayOf(one.source.days) - dayOf(other.source.days))
    .slice(0, notifiedArticleCount)
  const tell = { trx, enqueue: async () => newId() }
  for (const { id, title, source } of last.toReversed()) {
    const event = { articleId: id, eventId: newId(), byId: people[source.republishedBy ?? source.author].id }
    const at = demoDate(now, dayOf(source.days), 'published', title)
    await notifyPeople(tell, { ...event, type: 'article_publish', now: at }, peopleOfPublish(id))
    await notifyPeople(tell, { ...event, type: 'article_mention', now: at }, peopleMentioned([people.ines.id]))
  }
  await trx.updateTable('notification_items').set({ mail: null, mail_due_at: null }).execute()
}

const dayOf = (days: readonly number[]): number => days[1] ?? days[0] ?? 0
