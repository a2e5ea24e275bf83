/**
 * Mails everyone who can see the workspace, except the publisher. All mails leave with one transaction, which also keeps
 * who was told of what: the job that runs again tells nobody twice, and an article that is published again within ten
 * minutes is no news.
 */
import { derivedId } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/db.ts'
import { runTransaction } from '../platform/database/run-transaction.ts'
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
  const count = await runTransaction(db, async (trx) => {
    const untold = await keepTold(
      trx,
      publication,
      readers.map(({ id }) => id),
    )
    for (const { id, email } of readers) {
      if (!untold.has(id)) continue
      const messageId = derivedId(publication.publicationId, id)
      await jobs.enqueue(trx, sendMail, { messageId, to: email, ...mail }, { singletonKey: messageId })
    }
    return untold.size
  })
  return `Mails for ${count} people`
}

/** Those of the readers who are to be told; from now on they count as told. */
async function keepTold(
  trx: Trx,
  { publicationId, articleId }: ArticlePublication,
  readerIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    insert into publish_mails (article_id, user_id, publication_id)
    select ${articleId}, reader.id, ${publicationId}
    from unnest(${readerIds}::uuid[]) as reader (id)
    order by reader.id
    on conflict (article_id, user_id) do update
    set publication_id = excluded.publication_id, sent_at = excluded.sent_at
    where publish_mails.sent_at < now() - interval '10 minutes'
      and publish_mails.publication_id < excluded.publication_id
    returning user_id
  `.execute(trx)
  return new Set(rows.map(({ user_id: id }) => id))
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
