/** A company whose people receive notifications, with a clock that the test controls. */
import { buildArticle, type BuiltArticle } from '../src/article/article.builder.ts'
import { buildComment } from '../src/comment/comment.builder.ts'
import { buildCompany, buildMember, type BuiltCompany } from '../src/company/company.builder.ts'
import { createNotifier, type Notifier } from '../src/notification/notify/notify.ts'
import type { BuiltUser } from '../src/user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole, type BuiltWorkspace } from '../src/workspace/workspace.builder.ts'
import type { TestServer } from './server.ts'

export type CommentInput = {
  readonly article: { readonly id: string }
  readonly author: BuiltUser
  readonly text?: string
  readonly mentions?: readonly BuiltUser[]
  /** Authors of the earlier comments in the thread. */
  readonly thread?: readonly BuiltUser[]
  /** Minutes on the clock of the test. */
  readonly at?: number
}

export type NotifiedCompany = {
  readonly company: BuiltCompany
  readonly notify: Notifier
  /** Private. */
  readonly workspace: BuiltWorkspace
  /** By the owner of the workspace. */
  readonly article: BuiltArticle
  readonly owner: BuiltUser
  readonly newViewer: (of?: BuiltWorkspace) => Promise<BuiltUser>
  /** Writes a comment and notifies of it; returns its id. */
  readonly writeComment: (said: CommentInput) => Promise<string>
  /** The person's notifications, latest first. */
  readonly read: (user: { id: string }, t?: number) => ReturnType<typeof readNotifications>
  /** The time on the clock of the test, this many minutes after its start. */
  readonly at: (minutes: number) => Date
}

const readNotifications = async (
  server: TestServer,
  { user, company, t }: { user: { id: string }; company: { id: string }; t: number | undefined },
) =>
  (await server.call('notification.list', t === undefined ? {} : { query: { t } }, await server.signIn(user, company)))
    .ok

export async function buildNotifiedCompany(server: TestServer, title = 'Climbing a mast'): Promise<NotifiedCompany> {
  const { db } = server
  const beginning = Date.now()
  let minute = 0
  const at = (minutes: number) => new Date(beginning + minutes * 60_000)
  const notify = createNotifier(server.jobs.enqueue, () => at(minute))
  const company = await buildCompany(db)
  const owner = await buildMember(db, company)
  const workspace = await buildWorkspace(db, { company, owner, title: 'Field work' })
  const article = await buildArticle(db, { workspace, author: owner, title })
  return {
    company,
    notify,
    workspace,
    article,
    owner,
    at,
    newViewer: async (of = workspace) => {
      const user = await buildMember(db, company)
      await grantWorkspaceRole(db, { workspace: of, user, role: 'viewer' })
      return user
    },
    writeComment: async (said) => {
      minute = said.at ?? 0
      const text = said.text ?? 'Mind the third bolt'
      const { id } = await buildComment(db, { article: said.article, author: said.author, text, createdAt: at(minute) })
      const comment = {
        commentId: id,
        articleId: said.article.id,
        authorId: said.author.id,
        mentionedIds: (said.mentions ?? []).map((user) => user.id),
        parentAuthorIds: (said.thread ?? []).map((user) => user.id),
        plainText: text,
      }
      await db.transaction().execute((trx) => notify.notifyOfComment(trx, comment))
      return id
    },
    read: (user, t) => readNotifications(server, { user, company, t }),
  }
}
