/**
 * Nobody without access is notified, whatever happens between an event and its notification or email. Random steps
 * grant and revoke access, remove people, move articles and end drafts; after each step, everyone's notifications and
 * emails are compared with what they may open through the article calls.
 */
import { expect, test } from 'vitest'
import { createRandom } from '../../test/access/random-requests.ts'
import { openMailBox } from '../../test/notification-mails.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildNotifiedCompany, type NotifiedCompany } from '../../test/notified-company.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import type { BuiltUser } from '../user/user.builder.ts'
import { buildWorkspace, grantGroupRole } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const steps = 25

async function arrange() {
  const notified = await buildNotifiedCompany(server)
  const { company, owner } = notified
  const people = [owner]
  for (let i = 0; i < 3; i++) people.push(await buildMember(db, company))
  const elsewhere = await buildCompany(db)
  await buildMember(db, elsewhere, { user: people[1] ?? owner })
  const workspaces = [notified.workspace, await buildWorkspace(db, { company, owner, title: 'Other' })]
  const group = await buildGroup(db, { company, members: people.slice(1, 3) })
  await grantGroupRole(db, { workspace: notified.workspace, group, role: 'viewer' })
  const articles = [notified.article]
  for (const workspace of workspaces) articles.push(await buildArticle(db, { workspace, author: owner }))
  const draft = await buildDraft(db, { original: notified.article, author: owner })
  return { notified, people, workspaces, group, subjects: [...articles, { ...notified.article, ...draft }], articles }
}
type Arranged = Awaited<ReturnType<typeof arrange>>

const roles = ['viewer', 'editor', 'admin'] as const

function changesOf(
  { notified, people, workspaces, group, articles }: Arranged,
  chance: ReturnType<typeof createRandom>,
) {
  const anybody = () => chance.pick(people.slice(1))
  const workspace = () => chance.pick(workspaces)
  const article = () => chance.pick(articles)
  const changes: Record<string, () => Promise<unknown>> = {
    giveRole: async () => {
      const [at, user] = [workspace(), anybody()]
      await db
        .insertInto('workspace_roles')
        .values({ workspace_id: at.id, user_id: user.id, role: chance.pick(roles) })
        .onConflict((conflict) =>
          conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role: chance.pick(roles) }),
        )
        .execute()
    },
    removeRole: async () =>
      db
        .deleteFrom('workspace_roles')
        .where('user_id', '=', anybody().id)
        .where('workspace_id', '=', workspace().id)
        .execute(),
    leaveGroup: async () =>
      db.deleteFrom('group_members').where('group_id', '=', group.id).where('user_id', '=', anybody().id).execute(),
    joinGroup: async () =>
      db
        .insertInto('group_members')
        .values({ group_id: group.id, user_id: anybody().id })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    deactivate: async () => setStatus(anybody(), chance.pick(['active', 'active', 'deactivated'])),
    setVisibility: async () =>
      db
        .updateTable('workspaces')
        .set({ visibility: chance.pick(['private', 'private', 'organization', 'public']) })
        .where('id', '=', workspace().id)
        .execute(),
    setArchived: async () =>
      db
        .updateTable('workspaces')
        .set({ is_archived: chance.next() < 0.3 })
        .where('id', '=', workspace().id)
        .execute(),
    setArticleArchived: async () =>
      db
        .updateTable('articles')
        .set({ is_archived: chance.next() < 0.3 })
        .where('id', '=', article().id)
        .execute(),
    move: async () =>
      db.updateTable('articles').set({ workspace_id: workspace().id }).where('id', '=', article().id).execute(),
    remove: async () =>
      db
        .updateTable('articles')
        .set({ deleted_at: chance.next() < 0.3 ? new Date() : null })
        .where('id', '=', article().id)
        .execute(),
    share: async () => {
      const token = await server.signIn(notified.owner, notified.company)
      const body = { entities: [{ type: 'user' as const, id: anybody().id }] }
      await server.call('share.addEntities', { params: { id: article().id }, body }, token)
    },
    unshare: async () => db.deleteFrom('article_shares').where('article_id', '=', article().id).execute(),
  }
  const setStatus = (user: BuiltUser, status: 'active' | 'deactivated') =>
    db
      .updateTable('company_members')
      .set({ status })
      .where('user_id', '=', user.id)
      .where('company_id', '=', notified.company.id)
      .execute()
  return Object.values(changes)
}

/** By the calls that open articles: in the workspace, as a draft, or by the private link. */
async function mayOpen(
  at: TestServer,
  { company }: NotifiedCompany,
  user: BuiltUser,
  articleId: string,
): Promise<boolean> {
  const token = await at.signIn(user, company)
  const opened = await at.call('article.get', { params: { id: articleId } }, token)
  if (opened.status === 200) return true
  if ((await at.call('draft.get', { params: { id: articleId } }, token)).status === 200) return true
  const link = await db
    .selectFrom('article_links')
    .where('article_id', '=', articleId)
    .where('kind', '=', 'private')
    .select('token')
    .executeTakeFirst()
  if (link === undefined) return false
  return (await at.call('sharedBrowse.openPrivate', { params: { token: link.token } }, token)).status === 200
}

test.each(isSoak ? [1, 2, 3, 4, 5, 6] : [1])(
  'nobody without access reads or is mailed of anything (seed %i)',
  async (seed) => {
    const chance = createRandom(seed)
    const arranged = await arrange()
    const { notified, people, subjects } = arranged
    const changes = changesOf(arranged, chance)
    const box = openMailBox(server)
    const seen = { listed: 0, mailed: 0, hidden: 0 }
    for (let step = 0; step < steps; step++) {
      const at = step * 11
      const article = chance.pick(subjects)
      const author = notified.owner
      await notified.writeComment({ article, author, text: `said ${step} of ${article.id}`, mentions: people, at })
      for (let i = 0; i < 2; i++) await chance.pick(changes)()
      const mails = await box.sendDue(notified.at(at + 5))
      const about = await articlesOf(mails)
      for (const user of people.slice(1)) {
        const isMember = await isActive(notified, user)
        const open = (id: string) => (isMember ? mayOpen(server, notified, user, id) : false)
        const listed = isMember ? (await notified.read(user)).notifications.map(({ payload }) => payload.articleId) : []
        const mailed = mails.filter(({ to }) => to === user.email).map(({ id }) => about.get(id) ?? 'nothing')
        for (const id of new Set([...listed, ...mailed])) expect(await open(id), `step ${step}: ${id}`).toBe(true)
        seen.listed += listed.length
        seen.mailed += mailed.length
        if (!listed.includes(article.id)) seen.hidden += 1
      }
    }
    // The random steps reached both outcomes.
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(3)
  },
  120_000,
)

async function articlesOf(mails: readonly { id: string }[]): Promise<Map<string, string>> {
  const ids = mails.map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('notification_mails').where('id', 'in', ids).select(['id', 'article_id']).execute()
  return new Map(rows.map(({ id, article_id: articleId }) => [id, articleId ?? 'nothing']))
}

async function isActive({ company }: NotifiedCompany, user: BuiltUser): Promise<boolean> {
  const row = await db
    .selectFrom('company_members')
    .where('company_id', '=', company.id)
    .where('user_id', '=', user.id)
    .select('status')
    .executeTakeFirst()
  return row?.status === 'active'
}
