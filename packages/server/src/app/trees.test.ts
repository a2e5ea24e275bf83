/**
 * The tree of a workspace is kept by the server and by browsers. Nobody may receive one that they may not see, or an
 * outdated one, whoever changed what: other processes write to the database as these tests do.
 *
 * `SOAK=1 TREES_SEED=7 npx vitest run packages/server/src/app/trees.test.ts` repeats a long walk.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectedCell } from '../../test/access/access-table.ts'
import { createRandom } from '../../test/access/random-requests.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import {
  buildWorld,
  companyOf,
  sampleRequests,
  type CallName,
  type SampleRequest,
  type SignedIn,
  type World,
} from '../../test/world.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildSearchedWorld, signedIn } from '../search/search-permissions.fixture.ts'
import { expectCurrent, openTreeBrowser, type TreeBrowser } from '../workspace/workspace-tree.fixture.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const steps = Number(process.env['TREES_STEPS'] ?? (isSoak ? 1500 : 60))
const seed = Number(process.env['TREES_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 7))

const server = await startTestServer()
const { db } = server
const chance = createRandom(seed)

test(`nobody sees a tree that is outdated or not for them, after ${steps} changes (seed ${seed})`, async () => {
  const { world, workspaces, articles, tokens, changes } = await buildSearchedWorld(server, chance)
  const anyArticle = () => chance.pick(articles).id
  const anyWorkspace = () => chance.pick(workspaces).id
  const owner = tokens.get('owner') ?? ''
  const setTexts = (text: string) =>
    sql`
      update text_tabs set plain_text = ${text}, has_text = ${text.trim() !== ''} where article_id = ${anyArticle()}
    `.execute(db)
  let isActivated = true
  const setActivated = async (value: boolean) => {
    isActivated = value
    await sql`update companies set is_activated = ${value} where id = ${world.company.id}`.execute(db)
    // The caller of a session is cached for a second.
    await setTimeout(1000)
  }
  const all: Record<string, () => Promise<unknown>> = {
    ...changes,
    // Refused while the company is deactivated.
    'leaves the company': async () => isActivated && changes['leaves the company']?.(),
    'empties a text': () => setTexts(' '),
    'fills a text': () => setTexts('A quokka.'),
    'removes the tabs': () => sql`delete from text_tabs where article_id = ${anyArticle()}`.execute(db),
    'puts an empty tab first': () =>
      sql`insert into text_tabs (article_id, id, position, title, slug, content) select id, ${newKey()}, -1, '', '', '{}'
        from articles where id = ${anyArticle()} on conflict do nothing`.execute(db),
    'records more': () => sql`update articles set duration = duration + 1 where id = ${anyArticle()}`.execute(db),
    'changes an icon': () =>
      sql`update articles set icon = case when icon is null then '🔥' end where id = ${anyArticle()}`.execute(db),
    'renames the addresses': () => sql`update articles set slug = slug || '-x' where id = ${anyArticle()}`.execute(db),
    'changes an order': () =>
      sql`update workspaces set article_order = jsonb_build_array(jsonb_build_object('value', ${anyArticle()}::text,
        'items', '[]'::jsonb)), order_revision = order_revision + 1 where id = ${anyWorkspace()}`.execute(db),
    'changes an order secretly': () =>
      sql`update workspaces set article_order = '[]' where id = ${anyWorkspace()}`.execute(db),
    'saves an order': () =>
      server.call('workspace.saveOrder', { params: { id: anyWorkspace() }, body: { order: [] } }, owner),
    'publishes a draft': () =>
      sql`update articles set published_at = now() where id = (select id from articles
        where published_at is null and original_id is null and deleted_at is null limit 1)`.execute(db),
    'purges an article': async () => {
      if (chance.next() < 0.1) await sql`delete from articles where id = ${anyArticle()}`.execute(db)
    },
    'archives through the server': () =>
      server.call('article.setArchived', { body: { articleIds: [anyArticle()], isArchived: true } }, owner),
    'deletes through the server': () => server.call('article.remove', { params: { id: anyArticle() } }, owner),
    'restores through the server': () => server.call('trash.restore', { params: { id: anyArticle() } }, owner),
    'renames a workspace': () =>
      sql`update workspaces set title = title || '!' where id = ${anyWorkspace()}`.execute(db),
    'changes nothing in the end': () =>
      db
        .transaction()
        .execute(async (trx) => {
          await sql`update articles set title = 'Never' where id = ${anyArticle()}`.execute(trx)
          throw new Error('rolled back')
        })
        .catch(() => null),
    'deactivates the company': () => setActivated(false),
    'activates the company': () => setActivated(true),
    'activates the company again': () => setActivated(true),
  }
  const browsers = new Map<string, TreeBrowser>()
  const browserOf = (name: string) => {
    const browser = browsers.get(name) ?? openTreeBrowser(server)
    browsers.set(name, browser)
    return browser
  }
  // Used by everybody, one after the other, without forgetting anything.
  const sharedBrowser = openTreeBrowser(server)
  const names = Object.keys(all).toSorted(() => chance.next() - 0.5)
  const done: string[] = []
  for (let step = 0; step < steps; step++) {
    const name = names[step] ?? chance.pick(names)
    done.push(name)
    await all[name]?.()
    const visitors = ['guest', 'owner', ...Array.from({ length: 2 }, () => chance.pick(signedIn))] as const
    for (const visitor of new Set(visitors)) {
      const token = visitor === 'guest' ? null : (tokens.get(visitor) ?? 'ended')
      for (const { id: workspaceId } of workspaces) {
        const context = `${visitor} in ${workspaceId} (seed ${seed}): ${done.slice(-30).join(', ')}`
        const browser = chance.next() < 0.5 ? browserOf(visitor) : sharedBrowser
        await expectCurrent(browser, { token, workspaceId }, context)
      }
    }
  }
  const counts = [...browsers.values(), sharedBrowser].map((browser) => browser.counts)
  const sent = counts.reduce((sum, count) => sum + count[200], 0)
  const unchanged = counts.reduce((sum, count) => sum + count[304], 0)
  process.stdout.write(`trees: ${sent} sent, ${unchanged} unchanged, seed ${seed}\n`)
  expect(Math.min(sent, unchanged, steps)).toBeGreaterThan(names.length)
}, 3_600_000)

/** Of every workspace of this company: what its tree shows, and whether what is stored about it is right. */
async function readTrees(companyId: string) {
  const { rows } = await sql<{ id: string; revision: number; content: string; isRight: boolean }>`
    select w.id, coalesce(t.revision, 0) as revision,
      md5(concat(w.article_order, w.order_revision, (
        select json_agg(json_build_array(a.id, a.short_id, a.slug, a.title, a.icon, a.duration, a.is_archived, a.updated_at, (
          select json_agg(t.has_text order by t.position) from text_tabs t where t.article_id = a.id
        )) order by a.id)
        from articles a where a.workspace_id = w.id and a.published_at is not null and a.deleted_at is null
      ))) as content,
      coalesce(t.articles, 0) = (
        select count(*) from articles a
        where a.workspace_id = w.id and a.published_at is not null and a.deleted_at is null and not a.is_archived
      ) and not exists (
        select from articles a where a.workspace_id = w.id and (a.has_text, a.is_first_tab_filled) is distinct from (
          exists (select from text_tabs t where t.article_id = a.id and t.has_text),
          coalesce((select t.has_text from text_tabs t where t.article_id = a.id order by t.position limit 1), false)
        )
      ) as "isRight"
    from workspaces w left join workspace_trees t on t.workspace_id = w.id
    where w.company_id = ${companyId}
  `.execute(db)
  return rows
}

/** The first of them that is admitted makes the call. */
const callers: readonly SignedIn[] = ['owner', 'companyOwner', 'superAdmin']

/** Two articles in the workspace of the world, and an empty workspace of the same company. */
type Changed = {
  readonly world: World
  readonly article: { readonly id: string }
  readonly target: { readonly id: string }
  readonly other: { readonly id: string }
}

/** Where the sample is refused, or changes no tree. */
const moreRequests: Partial<Record<CallName, (changed: Changed) => SampleRequest>> = {
  'article.merge': ({ article, target }) => ({ body: { articleId: article.id, targetId: target.id } }),
  'article.save': ({ world }) => ({ params: { id: world.ownDraft.id }, body: { title: 'New', isPublish: true } }),
  'article.transfer': ({ world, article, other }) => ({
    params: { id: article.id },
    body: { companyId: world.company.id, workspaceId: other.id },
  }),
  'workspace.saveOrder': ({ world, article, target }) => ({
    params: { id: world.workspace.id },
    body: { order: [world.article, article, target].map(({ id }) => ({ value: id, items: [] })) },
  }),
}

const changingCalls = [
  ...Object.keys(moreRequests),
  'article.duplicate',
  'article.remove',
  'article.setArchived',
  'trash.restore',
  'workspace.remove',
]

test('every call that changes a tree changes its revision', async () => {
  const calls = Object.entries(catalogue).flatMap(([feature, set]) =>
    Object.entries(set).map(([name, call]) => ({ name: `${feature}.${name}` as CallName, call: call as Call })),
  )
  const changing = new Set<string>()
  for (const { name, call } of calls) {
    const persona = callers.find((caller) => expectedCell('private', name, call, caller) === 'ok')
    if (persona === undefined || call.method === 'GET') continue
    const world = await buildWorld(db)
    const author = world.people.owner
    const article = await buildArticle(db, { workspace: world.workspace, author })
    const target = await buildArticle(db, { workspace: world.workspace, author })
    const other = await buildWorkspace(db, { company: world.company, owner: author })
    const token = await server.signIn(world.people[persona], companyOf(world, persona))
    for (const request of [moreRequests[name]?.({ world, article, target, other }), sampleRequests[name](world)]) {
      const before = new Map((await readTrees(world.company.id)).map((tree) => [tree.id, tree]))
      if (request !== undefined) await server.call(name, request as never, token)
      for (const { id, revision, content, isRight } of await readTrees(world.company.id)) {
        const former = before.get(id)
        expect([name, isRight]).toEqual([name, true])
        if (former === undefined || former.content === content) continue
        expect([name, revision]).not.toEqual([name, former.revision])
        changing.add(name)
      }
    }
  }
  expect([...changing].toSorted()).toEqual(changingCalls.toSorted())
}, 600_000)
