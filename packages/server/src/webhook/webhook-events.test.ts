/** Which changes become deliveries, for whom, and what the payload says. */
import { webhookEvents } from '@knowreel/shared/webhook/webhook-events.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobServices } from '../../test/job-services.ts'
import { startTestServer } from '../../test/server.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildComment } from '../comment/comment.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildMeeting } from '../meeting/meeting.builder.ts'
import { buildVideo } from '../video/video.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { deleteWebhookJob } from './delete-webhook.job.ts'
import { claimDeliveries } from './delivery/delivery.queries.ts'
import { buildWebhook } from './webhook.builder.ts'

const server = await startTestServer({ config: { publicUrl: 'https://know.example.org' } })
const { db } = server
const company = await buildCompany(db)
const { owner } = company
const token = await server.signIn(owner, company)
const workspace = await buildWorkspace(db, { company, visibility: 'organization' })
const webhook = await buildWebhook(db, { company, isActive: true })

beforeEach(() => db.deleteFrom('webhook_deliveries').execute())

async function readEvents() {
  const { deliveries } = (await server.call('webhook.deliveries', { params: { id: webhook.id } }, token)).ok
  return deliveries.toReversed().map(({ type, payload }) => ({ type, ...(JSON.parse(payload) as { data: Data }).data }))
}
type Data = Partial<
  Record<
    'article' | 'by' | 'comment' | 'meeting' | 'member' | 'recording' | 'workspace',
    Record<string, unknown> | null
  >
>
const readTypes = async () => (await readEvents()).map(({ type }) => type)

const saveArticle = (id: string, body: object) =>
  server.call(
    'article.save',
    { params: { id }, body: { isPublish: true, isKeepDraft: false, isNotification: false, ...body } },
    token,
  )

describe('an article', () => {
  test('is published, updated, archived and deleted, each with its link and the person', async () => {
    const draft = await buildDraft(db, { workspace, author: owner, title: 'Restart the gateway' })
    expect(await readTypes()).toEqual([])
    await saveArticle(draft.id, { title: 'Restart the gateway' })
    await saveArticle(draft.id, { title: 'Restart the gateways' })
    await server.call('article.setArchived', { body: { articleIds: [draft.id], isArchived: true } }, token)
    await server.call('article.setArchived', { body: { articleIds: [draft.id], isArchived: false } }, token)
    await server.call('article.remove', { params: { id: draft.id } }, token)
    const events = await readEvents()
    expect(events.map(({ type }) => type)).toEqual([
      'article.published',
      'article.updated',
      'article.archived',
      'article.updated',
      'article.deleted',
    ])
    const url = `https://know.example.org/b/${workspace.shortId}/support-runbooks/${draft.shortId}/restart-the-gateways`
    for (const event of events) {
      expect(event.by).toMatchObject({ id: owner.id })
      expect(event.workspace).toMatchObject({ id: workspace.id, title: 'Support runbooks' })
    }
    expect(events.at(-1)?.article).toEqual({ id: draft.id, title: 'Restart the gateways', url })
  })

  test('of a private or personal workspace sends nothing', async () => {
    for (const visibility of ['private', 'personal'] as const) {
      const closed = await buildWorkspace(db, {
        company,
        visibility,
        ...(visibility === 'personal' && {
          owner: await buildMember(db, company).then(async (user) => {
            await db.deleteFrom('workspaces').where('owner_id', '=', user.id).execute()
            return user
          }),
        }),
      })
      await db.deleteFrom('webhook_deliveries').execute()
      const article = await buildArticle(db, { workspace: closed })
      await buildComment(db, { article })
      await buildMeeting(db, { company, organizer: owner, workspace: closed, phase: 'drafting' })
      await sql`update meetings set phase = 'finished' where workspace_id = ${closed.id}`.execute(db)
      await sql`update articles set is_archived = true where id = ${article.id}`.execute(db)
      await sql`update articles set deleted_at = now() where id = ${article.id}`.execute(db)
      expect(await readTypes(), visibility).toEqual([])
    }
  })

  test('that moves to a private workspace is deleted for receivers, and published when it comes back', async () => {
    const closed = await buildWorkspace(db, { company, visibility: 'private' })
    const article = await buildArticle(db, { workspace })
    await sql`update articles set workspace_id = ${closed.id} where id = ${article.id}`.execute(db)
    await sql`update articles set workspace_id = ${workspace.id} where id = ${article.id}`.execute(db)
    expect(await readTypes()).toEqual(['article.published', 'article.deleted', 'article.published'])
  })

  test('whose change is rolled back leaves no delivery', async () => {
    const article = await buildArticle(db, { workspace })
    await db.deleteFrom('webhook_deliveries').execute()
    await db
      .transaction()
      .execute(async (trx) => {
        await sql`update articles set is_archived = true where id = ${article.id}`.execute(trx)
        throw new Error('Rolled back')
      })
      .catch(() => undefined)
    expect(await readTypes()).toEqual([])
  })
})

test('a comment is created and resolved; its text stays here', async () => {
  const article = await buildArticle(db, { workspace })
  const draft = await buildDraft(db, { original: article, author: owner })
  await db.deleteFrom('webhook_deliveries').execute()
  await buildComment(db, { article: draft, text: 'Only in the draft' })
  const comment = await buildComment(db, { article, author: owner, text: 'A secret remark' })
  const body = { updatedContent: { isResolved: true } }
  await server.call('comment.update', { params: { articleId: article.id, id: comment.id }, body }, token)
  const events = await readEvents()
  expect(events.map(({ type }) => type)).toEqual(['comment.created', 'comment.resolved'])
  expect(events[0]?.comment?.url).toContain(`${article.shortId}/`)
  expect(events[0]?.comment?.url).toContain(`?showComment=${comment.id}`)
  expect(JSON.stringify(events)).not.toContain('secret remark')
})

test('a recording is ready once; the draft that has it is not named', async () => {
  const draft = await buildDraft(db, { workspace, author: owner, title: 'A secret draft' })
  const id = await buildVideo(db, company, { userId: owner.id, article_id: draft.id, duration: 61_000 })
  await sql`update videos set status = 'finished' where id = ${id}`.execute(db)
  await sql`update videos set updated_at = now() where id = ${id}`.execute(db)
  const events = await readEvents()
  expect(events).toMatchObject([{ type: 'recording.ready', recording: { id, duration: 61_000 }, by: { id: owner.id } }])
  expect(JSON.stringify(events)).not.toMatch(/secret|article/)
})

test('a meeting is finished', async () => {
  const meeting = await buildMeeting(db, { company, organizer: owner, workspace, phase: 'drafting', title: 'Weekly' })
  await sql`update meetings set phase = 'finished' where id = ${meeting.id}`.execute(db)
  expect(await readEvents()).toMatchObject([
    { type: 'meeting.finished', meeting: { id: meeting.id, title: 'Weekly', startAt: meeting.startAt.toISOString() } },
  ])
})

test('a member joins, leaves, and joins again', async () => {
  const member = await buildMember(db, company)
  const setStatus = (status: string) =>
    sql`update company_members set status = ${status} where user_id = ${member.id}`.execute(db)
  await setStatus('deactivated')
  await setStatus('active')
  await sql`delete from company_members where user_id = ${member.id}`.execute(db)
  const events = await readEvents()
  expect(events.map(({ type }) => type)).toEqual(['member.joined', 'member.left', 'member.joined', 'member.left'])
  expect(events[0]?.member).toMatchObject({ id: member.id, role: 'user' })
  expect(JSON.stringify(events)).not.toContain(member.email)
})

test('only active webhooks of the company that chose the event get a delivery', async () => {
  const other = await buildCompany(db)
  const hooks = {
    otherEvent: await buildWebhook(db, { company, isActive: true, events: ['member.left'] }),
    off: await buildWebhook(db, { company }),
    otherCompany: await buildWebhook(db, { company: other, isActive: true }),
  }
  await db.deleteFrom('webhook_deliveries').execute()
  await buildArticle(db, { workspace })
  const rows = await db.selectFrom('webhook_deliveries').select('webhook_id').execute()
  expect(rows.map(({ webhook_id: id }) => id)).toEqual([webhook.id])
  for (const { id } of Object.values(hooks)) await db.deleteFrom('webhooks').where('id', '=', id).execute()
})

describe('the calls', () => {
  test('a secret is sealed at rest, appears only on request, and leaves an entry in the audit log', async () => {
    const url = 'https://9.9.9.9/hooks?key=private'
    const created = (
      await server.call('webhook.create', { body: { url, events: ['member.left'], isActive: true } }, token)
    ).ok
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { id } = created.webhook
    const { rows } = await sql<{
      row: string
    }>`select row_to_json(w)::text as row from webhooks w where id = ${id}`.execute(db)
    expect(rows[0]?.row).not.toContain(Buffer.from(created.secret).toString('hex'))
    expect(JSON.stringify((await server.call('webhook.list', {}, token)).ok)).not.toContain('whsec_')
    expect((await server.call('webhook.secret', { params: { id } }, token)).ok).toEqual({ secret: created.secret })
    const { entries } = (await server.call('audit.list', { query: { action: 'webhook_secret_viewed' } }, token)).ok
    expect(entries[0]?.subject).toMatchObject({ id, title: '9.9.9.9' })
    await server.call('webhook.remove', { params: { id } }, token)
    expect((await server.call('webhook.get', { params: { id } }, token)).status).toBe(404)
  })

  test('a deleted webhook is gone immediately, and a job deletes its many deliveries', async () => {
    const hook = await buildWebhook(db, { company })
    await sql`
      insert into webhook_deliveries (webhook_id, type, facts, is_manual)
      select ${hook.id}::uuid, 'member.left', '{}', true from generate_series(1, 2500)`.execute(db)
    const countDeliveries = async () =>
      (await db.selectFrom('webhook_deliveries').where('webhook_id', '=', hook.id).select('id').execute()).length
    const params = { id: hook.id }
    const run = await deleteWebhookJob.load()
    const runJob = () =>
      run({
        payload: { webhookId: hook.id },
        attempt: 1,
        log: () => undefined,
        signal: new AbortController().signal,
        services: jobServices(db) as Parameters<typeof run>[0]['services'],
      })
    await runJob()
    expect(await countDeliveries(), 'nothing of a webhook that exists is deleted').toBe(2501)

    expect((await server.call('webhook.remove', { params }, token)).ok).toEqual({ success: true })
    expect(await countDeliveries()).toBe(2501)
    expect((await server.call('webhook.get', { params }, token)).status).toBe(404)
    expect(JSON.stringify((await server.call('webhook.list', {}, token)).ok)).not.toContain(hook.id)
    expect(await claimDeliveries(db, { now: null, limit: 10, perWebhook: 10, leaseMs: 1000 })).toEqual([])
    const { rows } = await sql`select 1 from pgboss.job where name = ${deleteWebhookJob.name}`.execute(db)
    expect(rows.length).toBeGreaterThan(0)

    await runJob()
    expect(await countDeliveries()).toBe(0)
    expect(await db.selectFrom('webhooks').where('id', '=', hook.id).select('id').execute()).toEqual([])
  })

  test('a company has at most 20, also if two are created together', async () => {
    const full = await buildCompany(db)
    const fullToken = await server.signIn(full.owner, full)
    for (let count = 0; count < 19; count++) await buildWebhook(db, { company: full })
    const body = { url: 'https://9.9.9.9/', events: [...webhookEvents], isActive: true }
    const answers = await Promise.all([1, 2].map(() => server.call('webhook.create', { body }, fullToken)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
  })

  test.each(['http://9.9.9.9/', 'ftp://9.9.9.9/', 'https://a:b@9.9.9.9/', 'https://9.9.9.9/#x', 'no address'])(
    '%s is refused',
    async (url) => {
      const body = { url, events: [...webhookEvents], isActive: true }
      expect((await server.call('webhook.create', { body }, token)).status).toBe(422)
    },
  )

  test('turning a webhook off cancels what waits, and turning it on forgets why it was turned off', async () => {
    const hook = await buildWebhook(db, { company, isActive: true })
    await sql`update webhook_deliveries set status = 'waiting' where webhook_id = ${hook.id}`.execute(db)
    await sql`update webhooks set disabled_reason = 'failing' where id = ${hook.id}`.execute(db)
    const save = (isActive: boolean) =>
      server.call(
        'webhook.save',
        { params: { id: hook.id }, body: { url: 'https://9.9.9.9/hooks', events: ['member.left'], isActive } },
        token,
      )
    expect((await save(false)).ok.webhook.lastDelivery?.status).toBe('canceled')
    expect((await save(true)).ok.webhook).toMatchObject({ isActive: true, disabledReason: null })
    await db.deleteFrom('webhooks').where('id', '=', hook.id).execute()
  })

  test('the log is read page by page, and by status', async () => {
    await sql`
      insert into webhook_deliveries (webhook_id, type, facts, status, created_at)
      select ${webhook.id}::uuid, 'member.left', '{}', case when n % 3 = 0 then 'failed' else 'delivered' end, now() - (n / 2) * interval '1 minute'
      from generate_series(1, 50) n`.execute(db)
    const read = async (query: { status?: 'failed' }) => {
      const seen: string[] = []
      const readPage = async (before: string | null): Promise<void> => {
        const page = { ...query, limit: 7, ...(before !== null && { before }) }
        const { ok } = await server.call('webhook.deliveries', { params: { id: webhook.id }, query: page }, token)
        seen.push(...ok.deliveries.map(({ id }) => id))
        if (ok.next !== null) await readPage(ok.next)
      }
      await readPage(null)
      return seen
    }
    const all = await read({})
    expect([all.length, new Set(all).size]).toEqual([50, 50])
    expect(await read({ status: 'failed' })).toHaveLength(16)
  })
})
