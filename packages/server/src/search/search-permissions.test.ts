/**
 * Random changes of roles, shares, archives, moves and deletions; after each, every persona's results equal what the
 * persona may read according to the calls that open articles and list drafts.
 */
import { expect, test } from 'vitest'
import { createRandom } from '../../test/access/random-requests.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildWorld, companyOf, personas, type SignedIn } from '../../test/world.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildFile } from '../file/file.builder.ts'
import { insertText } from '../file/text/file-text.queries.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'
import { indexBatch } from './index/indexer.ts'

const rounds = isSoak ? 120 : 3
const seed = Number(process.env['ORACLE_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 7))

const server = await startTestServer()
const { db } = server
const chance = createRandom(seed)
const world = await buildWorld(db)
const { company, people, group } = world
const signedIn = personas.filter((persona) => persona !== 'guest')

const workspaces = [
  { id: world.workspace.id },
  ...(await Promise.all(
    (['organization', 'public', 'private'] as const).map((visibility) =>
      buildWorkspace(db, { company, owner: people.owner, visibility, title: `The quokka of ${visibility}` }),
    ),
  )),
  // Personal.
  ...(await db
    .selectFrom('workspaces')
    .select('id')
    .where('visibility', '=', 'personal')
    .where('owner_id', '=', people.owner.id)
    .execute()),
  await buildWorkspace(db, { company: world.otherCompany, owner: people.stranger, visibility: 'public' }),
]
const own = workspaces.slice(0, -1)
const articles: { id: string }[] = []
for (const workspace of workspaces)
  for (let n = 0; n < 4; n++)
    articles.push(
      await buildArticle(db, {
        workspace,
        title: `Quokka ${n}`,
        tags: [`quokka ${articles.length}`],
        textTabs: [{ text: 'A quokka.' }],
      }),
    )
const file = await buildFile(db, { company, owner: people.owner }, { kind: 'attachment', name: 'List.pdf', articles })
await db.transaction().execute((trx) => insertText(trx, file.id, 'read', [{ page: 2, content: 'A wombat.' }]))
await db
  .updateTable('text_tabs')
  .set({ html: `<div data-url="${file.path}">List.pdf</div>` })
  .where(
    'article_id',
    'in',
    articles.map(({ id }) => id),
  )
  .execute()
for (const author of [people.owner, people.editor, people.viewer, people.companyOwner])
  for (const workspace of [null, ...own])
    await buildDraft(db, {
      workspace,
      company,
      author,
      title: 'Quokka draft',
      updatedBy: chance.pick([author, people.editor]),
    })

const set = (table: 'articles' | 'workspaces', id: string, change: object) =>
  db.updateTable(table).set(change).where('id', '=', id).execute()
const anybody = () => people[chance.pick(signedIn)].id

/** Directly in the database, as the transactions of the product write it. */
const changes: Record<string, () => Promise<unknown>> = {
  'gives a role': () =>
    db
      .insertInto('workspace_roles')
      .values({
        workspace_id: chance.pick(own).id,
        user_id: anybody(),
        role: chance.pick(['viewer', 'editor', 'admin']),
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet({ role: 'editor' }))
      .execute(),
  'removes roles': () => db.deleteFrom('workspace_roles').where('user_id', '=', anybody()).execute(),
  'archives an article': () => set('articles', chance.pick(articles).id, { is_archived: true }),
  'unarchives an article': () => set('articles', chance.pick(articles).id, { is_archived: false }),
  'archives a workspace': () => set('workspaces', chance.pick(own).id, { is_archived: true }),
  'unarchives a workspace': () => set('workspaces', chance.pick(own).id, { is_archived: false }),
  'unarchives another workspace': () => set('workspaces', chance.pick(own).id, { is_archived: false }),
  'moves an article': () =>
    set('articles', chance.pick(articles.slice(0, -4)).id, { workspace_id: chance.pick(own).id }),
  'deletes an article': () =>
    chance.next() < 0.3 ? set('articles', chance.pick(articles).id, { deleted_at: new Date() }) : Promise.resolve(),
  'restores an article': () => set('articles', chance.pick(articles).id, { deleted_at: null }),
  'changes who sees a workspace': () =>
    set('workspaces', chance.pick(own.slice(1, 4)).id, {
      visibility: chance.pick(['organization', 'public', 'private']),
    }),
  'shares by name': () =>
    db
      .insertInto('article_shares')
      .values({ id: crypto.randomUUID(), article_id: chance.pick(articles).id, user_id: anybody() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  'shares with a group': () =>
    db
      .insertInto('article_shares')
      .values({ id: crypto.randomUUID(), article_id: chance.pick(articles).id, group_id: group.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  'ends shares': () => db.deleteFrom('article_shares').where('article_id', '=', chance.pick(articles).id).execute(),
  'joins the group': () =>
    db
      .insertInto('group_members')
      .values({ group_id: group.id, user_id: anybody() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  'leaves the group': () => db.deleteFrom('group_members').where('user_id', '=', anybody()).execute(),
  'publishes again': () =>
    set('articles', chance.pick(articles).id, { title: `Quokka ${Math.floor(chance.next() * 100)}` }),
}

async function findAll(
  token: string,
  category: 'article' | 'articleNotes' | 'tag' | 'draft' | 'draftNotes' | 'workspace',
  q = 'quokka',
) {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { ok } = await server.call('search.global', { params: { q }, query: { category, page: String(page) } }, token)
    const results = ok[category] ?? []
    ids.push(...results.map(({ articleId, draftId, workspace }) => articleId ?? draftId ?? workspace?.id ?? ''))
    if (results.length < 15) return ids.toSorted()
  }
}

/** Published articles that the persona reads in their own company and that nobody has archived. */
async function readable(persona: SignedIn, token: string): Promise<string[]> {
  const rows = await db
    .selectFrom('articles as a')
    .innerJoin('workspaces as w', 'w.id', 'a.workspace_id')
    .where('a.published_at', 'is not', null)
    .where('a.is_archived', '=', false)
    .where('w.is_archived', '=', false)
    .where('a.company_id', '=', companyOf(world, persona).id)
    .where('a.title', 'like', 'Quokka%')
    .select(['a.id'])
    .execute()
  const found: string[] = []
  for (const { id } of rows) {
    const isOpen = (await server.call('article.get', { params: { id }, query: {} }, token)).status === 200
    if (isOpen || (await isSharedWith(id, people[persona].id))) found.push(id)
  }
  return found.toSorted()
}

/** Read through the private link, not through the workspace. */
async function isSharedWith(articleId: string, userId: string): Promise<boolean> {
  const shares = await db
    .selectFrom('article_shares as s')
    .innerJoin('articles as a', 'a.id', 's.article_id')
    .leftJoin('group_members as m', 'm.group_id', 's.group_id')
    .where('s.article_id', '=', articleId)
    .where('a.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('s.user_id', '=', userId), eb('m.user_id', '=', userId)]))
    .select('s.id')
    .execute()
  return shares.length > 0
}

async function listedDrafts(token: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const { articles: drafts } = (await server.call('draft.list', { query: { page: String(page) } }, token)).ok
    ids.push(...drafts.filter(({ title }) => title === 'Quokka draft').map(({ id }) => id))
    if (drafts.length < 20) return ids.toSorted()
  }
}

test(`results are what each persona may read, after ${rounds} rounds of changes (seed ${seed})`, async () => {
  let lookups = 0
  const done: string[] = []
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 4; n++) {
      const [name, change] = chance.pick(Object.entries(changes))
      done.push(name)
      await change()
    }
    // Without indexing, nothing that was revoked may be found; with it, everything that is readable is.
    const isIndexed = round % 2 === 1
    if (isIndexed) while ((await indexBatch(db)) !== 0);
    for (const persona of signedIn) {
      const token = await server.signIn(people[persona], companyOf(world, persona))
      if (persona === 'deactivated') {
        expect((await server.call('search.global', { params: { q: 'quokka' } }, token)).status).toBe(403)
        continue
      }
      const wanted = await readable(persona, token)
      for (const [category, word] of [
        ['article', 'quokka'],
        ['articleNotes', 'quokka'],
        ['articleNotes', 'wombat'],
      ] as const) {
        const found = await findAll(token, category, word)
        const context = `${persona} (${category} ${word}, seed ${seed}): ${done.join(', ')}`
        if (isIndexed) expect(found, context).toEqual(wanted)
        else
          expect(
            found.filter((id) => !wanted.includes(id)),
            context,
          ).toEqual([])
        lookups += articles.length
      }
      // The first page of each category, whose texts are ranked once for the whole company.
      const { ok: first } = await server.call('search.global', { params: { q: 'quokka' }, query: {} }, token)
      const notes = (first.articleNotes ?? []).map(({ articleId }) => articleId ?? '')
      expect(notes.filter((id) => !wanted.includes(id))).toEqual([])
      if (isIndexed) expect(notes).toHaveLength(Math.min(15, wanted.length))
      lookups += articles.length
      if (isIndexed)
        expect(await findAll(token, 'draft'), `${persona}: ${done.join(', ')}`).toEqual(await listedDrafts(token))
    }
  }
  process.stdout.write(`search oracle: ${lookups} lookups, seed ${seed}\n`)
  expect(lookups).toBeGreaterThan(rounds * 100)
}, 3_600_000)
