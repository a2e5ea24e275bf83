/** Mentions first: people named in the published content are notified of that instead of the publish itself. */
import { runTransaction } from '../../platform/database/run-transaction.ts'
import type { JobServices } from '../../platform/jobs/index.ts'
import { peopleMentioned, peopleOfPublish } from './notify.queries.ts'
import { notifyPeople } from './notify-people.ts'
import { isPublished } from '../subject.queries.ts'

export type Publication = {
  readonly publicationId: string
  readonly articleId: string
  readonly publisherId: string
  readonly isToAll: boolean
  readonly mentionedIds: readonly string[]
}

/** Returns a line for the log of the job. */
export async function notifyOfPublication(
  { db, jobs }: Pick<JobServices, 'db' | 'jobs'>,
  { publicationId, articleId, publisherId, isToAll, mentionedIds }: Publication,
  now = new Date(),
): Promise<string> {
  return runTransaction(db, async (trx) => {
    if (!(await isPublished(trx, articleId))) return 'The article is gone'
    const context = { trx, enqueue: jobs.enqueue }
    const event = { articleId, eventId: publicationId, byId: publisherId, now }
    const mentioned = await notifyPeople(context, { ...event, type: 'article_mention' }, peopleMentioned(mentionedIds))
    const notified = isToAll
      ? await notifyPeople(context, { ...event, type: 'article_publish' }, peopleOfPublish(articleId, mentionedIds))
      : 0
    return `Notified ${notified} people of the publication and ${mentioned} of a mention`
  })
}
