/**
 * Mails everyone who can see the workspace, except the publisher. All mails leave with one transaction; should the job
 * run again after it (its worker died before saying that it was done), they carry the same ids, so that mailboxes keep
 * one of each.
 */
import { derivedId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/db.ts'
import type { JobServices } from '../platform/jobs/job.ts'
import { layOutMail, sendMail } from '../platform/mail/index.ts'
import { accessRankOf, toArticleWorkspace } from '../workspace/index.ts'

export type ArticlePublication = {
  readonly publicationId: string
  readonly articleId: string
  readonly publisherId: string
}

type Services = Pick<JobServices, 'db' | 'jobs' | 'publicAddress'>

/** Gives a line for the log of the job. */
export async function mailReaders(
  { db, jobs, publicAddress }: Services,
  publication: ArticlePublication,
): Promise<string> {
  const news = await findNews(db, publication)
  if (news === null) return 'The article is gone or in a personal workspace'
  const readers = await listReaders(db, publication)
  const mail = composeMail(news, publicAddress())
  await db.transaction().execute(async (trx) => {
    for (const { id, email } of readers) {
      const messageId = derivedId(publication.publicationId, id)
      await jobs.enqueue(trx, sendMail, { messageId, to: email, ...mail }, { singletonKey: messageId })
    }
  })
  return `Mails for ${readers.length} people`
}

type News = {
  title: string
  shortId: string
  slug: string
  publisher: string
  workspace: Parameters<typeof toArticleWorkspace>[0]
}

async function findNews(db: Db, { articleId, publisherId }: ArticlePublication): Promise<News | null> {
  const row = await db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .leftJoin('users as u', (join) => join.on('u.id', '=', publisherId))
    .where('a.id', '=', articleId)
    .where('a.published_at', 'is not', null)
    .where('a.deleted_at', 'is', null)
    .where('w.deleted_at', 'is', null)
    .where('w.visibility', '<>', 'personal')
    .select(['a.title', 'a.short_id as shortId', 'a.slug'])
    .select(sql<string>`concat_ws(' ', u.first_name, u.last_name)`.as('publisher'))
    .select([
      'w.id as wId',
      'w.short_id as wShortId',
      'w.title as wTitle',
      'w.visibility',
      'w.is_archived as isArchived',
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const { title, shortId, slug, publisher, visibility, isArchived } = row
  const workspace = { id: row.wId, shortId: row.wShortId, title: row.wTitle, visibility, isArchived }
  return { title, shortId, slug, publisher, workspace }
}

/** Active members of the company who can see the workspace, as it is now. */
async function listReaders(
  db: Db,
  { articleId, publisherId }: ArticlePublication,
): Promise<{ id: string; email: string }[]> {
  const rank = accessRankOf({
    userId: sql`m.user_id`,
    companyId: sql`m.company_id`,
    isCompanyAdmin: sql`(m.role in ('owner', 'admin'))`,
  })
  return db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .innerJoin('company_members as m', 'm.company_id', 'w.company_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('a.id', '=', articleId)
    .where('m.status', '=', 'active')
    .where('m.user_id', '<>', publisherId)
    .where(rank, '>', 0)
    .select(['u.id', 'u.email'])
    .execute()
}

const subjectLength = 200

function composeMail(news: News, publicAddress: string) {
  const workspace = toArticleWorkspace(news.workspace)
  const publisher = news.publisher || 'Somebody'
  const title = `${publisher} published “${news.title}”`
  const subject = title.length > subjectLength ? `${title.slice(0, subjectLength - 1).toWellFormed()}…` : title
  return {
    subject,
    ...layOutMail({
      title: news.title,
      paragraphs: [`${publisher} published this article in ${workspace.title}.`],
      action: {
        label: 'Read the article',
        url: `${publicAddress}/b/${workspace.shortId}/${workspace.slug}/${news.shortId}/${news.slug}`,
      },
      footer: `You get this mail because you can see the workspace ${workspace.title}.`,
    }),
  }
}
