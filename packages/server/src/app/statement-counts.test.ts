/**
 * Generated from the catalogue: every reading call runs the same number of SQL statements for 200 rows of everything as
 * for 2.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { buildWorld, companyOf, sampleRequests, type CallName, type World } from '../../test/world.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildComment } from '../comment/comment.builder.ts'
import { buildMeeting } from '../meeting/meeting.builder.ts'
import type { Db } from '../platform/database/db.ts'
import { indexBatch } from '../search/index/indexer.ts'

vi.setConfig({ testTimeout: 120_000 })

const statements = vi.spyOn(pg.Client.prototype, 'query')
const server = await startTestServer()
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db)

/** Statements on this database: other tests of the process have their own. */
const countStatements = () =>
  statements.mock.contexts.filter((client) => (client as { database?: string }).database === rows[0]?.name).length

const askers = ['owner', 'companyOwner'] as const

/** Signing out, switching and creating a link are GET calls in the catalogue that write. */
const writingReads = new Set<string>(['admin.cleanVideos', 'admin.logInAs', 'company.switch', 'share.token'])

/** Proves that `addRows` reaches the lists. */
const growingLists = [
  ...namesAs(
    'owner',
    `article.list articleVersion.list comment.list companyUser.list draft.list notification.follows notification.list
    search.global session.list share.entities share.links tag.search template.list workspace.articles workspace.browse workspace.list
    workspaceRole.list workspaceRole.listGroups`,
  ),
  ...namesAs('companyOwner', 'group.list group.users invitation.list webhook.deliveries webhook.list'),
]

const readingCalls = Object.entries(catalogue).flatMap(([feature, calls]) =>
  Object.entries(calls as Record<string, Call>)
    .filter(([name, call]) => call.method === 'GET' && !writingReads.has(`${feature}.${name}`))
    .map(([name]) => `${feature}.${name}` as CallName),
)

test('a reading call runs the same number of statements at 2 and at 200 rows', async () => {
  const world = await buildWorld(server.db)
  await buildFirstRows(server.db, world)
  await addRows(server.db, world, 1)
  while ((await indexBatch(server.db)) !== 0);
  const few = await countAll(world)
  await addRows(server.db, world, 198)
  while ((await indexBatch(server.db)) !== 0);
  const many = await countAll(world, few.counts)

  for (const list of growingLists) {
    expect(many.sizes[list], `${list} has grown`).toBeGreaterThan(5 * (few.sizes[list] ?? 0))
  }
  expect(many.counts).toEqual(few.counts)
})

function namesAs(persona: (typeof askers)[number], names: string): string[] {
  return names.split(/\s+/).map((name) => `${name} as ${persona}`)
}

type Counted = { counts: Record<string, number>; sizes: Record<string, number> }

/** Ends the runs of a call with the expected result. */
async function countAll(world: World, expected: Counted['counts'] = {}): Promise<Counted> {
  const counted: Counted = { counts: {}, sizes: {} }
  for (const persona of askers) {
    const token = await server.signIn(world.people[persona], companyOf(world, persona))
    for (const name of readingCalls) {
      const request = sampleRequests[name](world) as never
      const key = `${name} as ${persona}`
      const runs: number[] = []
      // The first run fills caches and connections. The minimum of the others excludes background work.
      const isKnown = () => runs.slice(1).includes(expected[key] ?? NaN)
      for (let run = 0; run < (key in expected ? 20 : 4) && !isKnown(); run++) {
        statements.mockClear()
        const answer = await server.call(name, request, token)
        runs.push(countStatements())
        counted.sizes[key] = answer.status === 200 ? JSON.stringify(answer.ok).length : 0
      }
      counted.counts[key] = Math.min(...runs.slice(1))
    }
  }
  return counted
}

/** One row of each kind that the test data lacks. */
async function buildFirstRows(db: Db, world: World): Promise<void> {
  const { article, workspace, company, people } = world
  const reply = await buildComment(db, { article, author: people.editor, parent: world.comment })
  await sql`insert into article_follows (user_id, article_id, state)
    values (${people.owner.id}, ${article.id}, 'followed')`.execute(db)
  await sql`insert into workspace_follows (user_id, workspace_id, state)
    values (${people.owner.id}, ${workspace.id}, 'followed')`.execute(db)
  await sql`
    with n as (
      insert into notifications (id, company_id, user_id, type, article_id, began_at, notified_at)
      values (gen_random_uuid(), ${company.id}, ${people.owner.id}, 'comment_mention', ${article.id}, now(), now())
      returning id
    )
    insert into notification_items (notification_id, event_id, by_id, reason, excerpt, notified_at)
    select id, ${reply.id}, ${people.editor.id}, 'reply', 'Two minutes', now() from n
  `.execute(db)
}

/** Adds `count` rows to every list that the sample requests read. */
async function addRows(db: Db, { article, workspace, group, people, comment, ...world }: World, count: number) {
  for (let index = 0; index < count; index++) {
    const tags = [`meter ${index} of ${count}`]
    const { id } = await buildArticle(db, { workspace, author: people.owner, tags })
    await buildDraft(db, { workspace, author: people.owner })
    await buildMeeting(db, { company: world.company, organizer: people.owner, workspace })
    const token = `${index}of${count}`.padEnd(32, '0')
    await sql`insert into article_links (article_id, kind, token) values (${id}, 'public', ${token})`.execute(db)
    await sql`insert into article_follows (user_id, article_id, state) values (${people.owner.id}, ${id}, 'followed')`.execute(
      db,
    )
  }
  const users = await copyRow(db, 'users', people.viewer.id, count, { email: sql`gen_random_uuid() || '@example.com'` })
  const groups = await copyRow(db, 'groups', group.id, count, { short_id: randomText })
  const workspaces = await copyRow(db, 'workspaces', workspace.id, count, { short_id: randomText })
  await sql`
    with people as (select unnest(${users}::uuid[]) as id), teams as (select unnest(${groups}::uuid[]) as id),
    members as (insert into company_members (company_id, user_id, role) select ${world.company.id}, id, 'user' from people),
    roles as (insert into workspace_roles (workspace_id, user_id, role) select ${workspace.id}, id, 'viewer' from people),
    memberships as (insert into group_members (group_id, user_id) select ${group.id}, id from people),
    emojis as (insert into comment_reactions (comment_id, user_id, content) select ${comment.id}, id, '🔥' from people),
    invited as (
      insert into group_invited_emails (group_id, email) select ${group.id}, id || '@later.example.com' from people
    ),
    team_roles as (
      insert into workspace_group_roles (workspace_id, group_id, role) select ${workspace.id}, id, 'viewer' from teams
    ),
    shares as (
      insert into article_shares (id, article_id, user_id) select gen_random_uuid(), ${article.id}, id from people
    ),
    versions as (
      insert into article_versions (article_id, version, content, hash, author_id)
      select article_id, (select max(version) from article_versions where article_id = ${article.id}) + n, content, hash, author_id
      from article_versions, generate_series(1, ${count}::int) n where article_id = ${article.id} and version = 1
    )
    insert into workspace_follows (user_id, workspace_id, state)
    select ${people.owner.id}, unnest(${workspaces}::uuid[]), 'muted'
  `.execute(db)
  await copyRow(db, 'invitations', world.invitation.id, count, {
    email: sql`gen_random_uuid() || '@example.com'`,
    token_hash: sql`sha256(gen_random_uuid()::text::bytea)`,
  })
  await copyRow(db, 'sessions', world.session.id, count, { token_hash: sql`sha256(gen_random_uuid()::text::bytea)` })
  await copyRow(db, 'comments', comment.id, count)
  await copyRow(db, 'templates', world.template.id, count)
  await copyRow(db, 'webhooks', world.webhook.id, count)
  await copyRow(db, 'webhook_deliveries', world.webhook.deliveryId, count)
  await copyRow(db, 'article_reactions', world.reaction.id, count)
  const { rows } = await sql<{ id: string }>`select id from notifications limit 1`.execute(db)
  const notifications = await copyRow(db, 'notifications', rows[0]?.id ?? '', count)
  await sql`
    insert into notification_items (notification_id, event_id, by_id, reason, excerpt, notified_at)
    select n, event_id, by_id, reason, excerpt, notified_at
    from (select * from notification_items limit 1) item, unnest(${notifications}::uuid[]) n
  `.execute(db)
}

const randomText = sql`substr(md5(random()::text), 1, 10)`

/** Copies of one row under new ids and with other values in unique columns. Returns the new ids. */
async function copyRow(
  db: Db,
  table: string,
  id: string,
  count: number,
  changes: Record<string, RawBuilder<unknown>> = {},
) {
  const pairs = Object.entries({ id: sql`gen_random_uuid()`, ...changes })
  const changed = sql.join(pairs.flatMap(([column, value]) => [sql.lit(column), value]))
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)}
    select (jsonb_populate_record(r, jsonb_build_object(${changed}))).*
    from ${sql.table(table)} r, generate_series(1, ${count}::int) where r.id = ${id}
    returning id
  `.execute(db)
  return rows.map((row) => row.id)
}
