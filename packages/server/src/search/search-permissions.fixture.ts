/** A company with articles and drafts that contain the same words, and random changes of who may see them. */
import { newId } from '@knowreel/shared/identity/ids.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { Random } from '../../test/access/random-requests.ts'
import type { TestServer } from '../../test/server.ts'
import { buildWorld, companyOf, personas, type SignedIn, type World } from '../../test/world.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildMember } from '../company/company.builder.ts'
import { buildFile } from '../file/file.builder.ts'
import { insertText } from '../file/text/file-text.queries.ts'
import type { Db } from '../platform/database/db.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

export type SearchedWorld = {
  readonly world: World
  /** Those of the company first, and one of another company. */
  readonly workspaces: readonly { readonly id: string }[]
  /** Its articles are found with the filter `in:"quokka of public"`. */
  readonly chosenWorkspaceId: string
  readonly articles: readonly { readonly id: string; readonly tag: string }[]
  /** Null while the person is removed from the company. */
  readonly tokens: Map<SignedIn, string | null>
  /** Each is a transaction of the product, or writes to the database as one does. */
  readonly changes: Readonly<Record<string, () => Promise<unknown>>>
}

export const signedIn = personas.filter((persona) => persona !== 'guest')
/** Roles in the company that change. */
const demotable = ['colleague', 'viewer', 'editor', 'admin', 'owner', 'moderator', 'companyAdmin'] as const
const removable = ['colleague', 'viewer', 'editor', 'companyAdmin'] as const
/** Articles in each workspace. */
const articleCount = 4

const recorded = (): ParagraphTree => [
  { id: newId(), title: 'Quokka part', tags: [], isExpanded: true, map: wholeRecording(newId(), 5000), items: [] },
]

export async function buildSearchedWorld(server: TestServer, chance: Random): Promise<SearchedWorld> {
  const { db } = server
  const world = await buildWorld(db)
  const { company, people } = world
  const visible = await Promise.all(
    (['organization', 'public', 'private'] as const).map((visibility) =>
      buildWorkspace(db, { company, owner: people.owner, visibility, title: `The quokka of ${visibility}` }),
    ),
  )
  const shared = [world.workspace, ...visible].map(({ id }) => ({ id }))
  const personal = await Promise.all(
    [people.owner, people.editor, people.viewer].map(({ id }) => personalOf(db, world, id)),
  )
  const own = [...shared, ...personal]
  const foreign = await buildWorkspace(db, {
    company: world.otherCompany,
    owner: people.stranger,
    visibility: 'public',
  })
  const workspaces = [...own, { id: foreign.id }]
  const articles: { id: string; tag: string }[] = []
  for (const workspace of workspaces) await addArticles(db, workspace, articles)
  await attachFile(db, world, articles)
  await addDrafts(db, world, own, articles, chance)
  const tokens = new Map<SignedIn, string | null>()
  for (const persona of signedIn) tokens.set(persona, await server.signIn(people[persona], companyOf(world, persona)))
  const searched = { world, workspaces, articles, tokens, chosenWorkspaceId: visible[1]?.id ?? '' }
  const lists = { shared, own, movable: articles.slice(0, -articleCount) }
  return { ...searched, changes: createChanges(server, chance, searched, lists) }
}

const personalOf = (db: Db, { company }: World, ownerId: string): Promise<{ id: string }> =>
  db
    .selectFrom('workspaces')
    .select('id')
    .where('company_id', '=', company.id)
    .where('visibility', '=', 'personal')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()

async function addArticles(db: Db, workspace: { id: string }, articles: { id: string; tag: string }[]): Promise<void> {
  for (let n = 0; n < articleCount; n++) {
    const tag = `quokka ${articles.length}`
    const { id } = await buildArticle(db, {
      workspace,
      title: `Quokka ${n}`,
      tags: ['quokka', tag],
      textTabs: [{ text: 'A quokka.' }],
      paragraphs: recorded(),
      parent: n === 3 ? (articles.at(-1) ?? null) : null,
    })
    articles.push({ id, tag })
  }
}

async function attachFile(db: Db, { company, people }: World, articles: readonly { id: string }[]): Promise<void> {
  const owner = { company, owner: people.owner }
  const file = await buildFile(db, owner, { kind: 'attachment', name: 'List.pdf', articles: [...articles] })
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
}

/** Never published ones in each workspace and in none, and drafts of published articles. */
async function addDrafts(
  db: Db,
  { company, people }: World,
  own: readonly { id: string }[],
  articles: readonly { id: string }[],
  chance: Random,
): Promise<void> {
  const content = { title: 'Quokka draft', textTabs: [{ text: 'A quokka.' }] }
  for (const author of [people.owner, people.editor, people.viewer, people.companyOwner]) {
    const updatedBy = () => chance.pick([author, people.editor])
    for (const workspace of [null, ...own])
      await buildDraft(db, { ...content, workspace, company, author, paragraphs: recorded(), updatedBy: updatedBy() })
  }
  for (const [at] of own.entries()) {
    const original = articles[at * articleCount]
    const updatedBy = people[chance.pick(['owner', 'admin', 'editor'] as const)]
    if (original)
      await buildDraft(db, { ...content, original, author: people.editor, paragraphs: recorded(), updatedBy })
  }
}

type Lists = {
  /** Workspaces of the company that are not personal. */
  readonly shared: readonly { id: string }[]
  readonly own: readonly { id: string }[]
  readonly movable: readonly { id: string }[]
}

function createChanges(
  server: TestServer,
  chance: Random,
  { world, articles, tokens }: Omit<SearchedWorld, 'changes' | 'chosenWorkspaceId'>,
  { shared, own, movable }: Lists,
): SearchedWorld['changes'] {
  const { db } = server
  const { company, people, group } = world
  const set = (table: 'articles' | 'workspaces', id: string, change: object) =>
    db.updateTable(table).set(change).where('id', '=', id).execute()
  const anybody = () => people[chance.pick(signedIn)].id
  const share = (recipient: { user_id: string } | { group_id: string }) =>
    db
      .insertInto('article_shares')
      .values({ id: crypto.randomUUID(), article_id: chance.pick(articles).id, ...recipient })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const isInWorkspace = sql<boolean>`workspace_id in (select id from workspaces where deleted_at is null)`
  const withDrafts = (id: string) => sql<boolean>`(id = ${id} or original_id = ${id})`
  /** Neither from nor to a deleted workspace. */
  const move = (id: string, workspaceId: string) =>
    db
      .updateTable('articles')
      .set({ workspace_id: workspaceId })
      .where(withDrafts(id))
      .where(isInWorkspace)
      .where(sql<boolean>`exists (select from workspaces where id = ${workspaceId} and deleted_at is null)`)
      .execute()
  /** The published ones, with their drafts. */
  const ofWorkspace = (id: string) => sql<boolean>`(workspace_id = ${id} and published_at is not null
    or original_id in (select o.id from articles o where o.workspace_id = ${id} and o.published_at is not null))`
  return {
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
    async 'changes a company role'() {
      await db
        .updateTable('company_members')
        .set({ role: chance.pick(['user', 'moderator', 'admin']) })
        .where('user_id', '=', people[chance.pick(demotable)].id)
        .execute()
      // Who is calling is remembered for a second.
      await setTimeout(1000)
    },
    'removes roles': () => db.deleteFrom('workspace_roles').where('user_id', '=', anybody()).execute(),
    'gives the group a role': () =>
      db
        .insertInto('workspace_group_roles')
        .values({ workspace_id: chance.pick(shared).id, group_id: group.id, role: chance.pick(['viewer', 'editor']) })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    'removes the role of the group': () =>
      db.deleteFrom('workspace_group_roles').where('workspace_id', '=', chance.pick(shared).id).execute(),
    'archives an article': () => set('articles', chance.pick(articles).id, { is_archived: true }),
    'unarchives an article': () => set('articles', chance.pick(articles).id, { is_archived: false }),
    'archives a workspace': () => set('workspaces', chance.pick(own).id, { is_archived: true }),
    'unarchives a workspace': () => set('workspaces', chance.pick(own).id, { is_archived: false }),
    'unarchives another workspace': () => set('workspaces', chance.pick(own).id, { is_archived: false }),
    'moves an article': () => move(chance.pick(movable).id, chance.pick(own).id),
    async 'deletes an article'() {
      if (chance.next() > 0.3) return
      const { id } = chance.pick(articles)
      await db
        .updateTable('articles')
        .set({ deleted_at: new Date() })
        .where(withDrafts(id))
        .where('deleted_at', 'is', null)
        .execute()
    },
    'restores an article': () =>
      db
        .updateTable('articles')
        .set({ deleted_at: null })
        .where(withDrafts(chance.pick(articles).id))
        .where(isInWorkspace)
        .execute(),
    async 'deletes a workspace'() {
      const { id } = chance.pick(shared)
      const deletedAt = new Date()
      await db.transaction().execute(async (trx) => {
        const deleted = { deleted_at: deletedAt }
        await trx.updateTable('workspaces').set(deleted).where('id', '=', id).where('deleted_at', 'is', null).execute()
        await trx.updateTable('articles').set(deleted).where(ofWorkspace(id)).where('deleted_at', 'is', null).execute()
      })
    },
    'restores the workspaces': () =>
      db.transaction().execute(async (trx) => {
        for (const { id } of shared) {
          const isDeleted = sql<boolean>`exists (select from workspaces w where w.id = ${id} and w.deleted_at is not null)`
          await trx.updateTable('articles').set({ deleted_at: null }).where(ofWorkspace(id)).where(isDeleted).execute()
          await trx.updateTable('workspaces').set({ deleted_at: null }).where('id', '=', id).execute()
        }
      }),
    'changes who sees a workspace': () =>
      set('workspaces', chance.pick(shared.slice(1)).id, {
        visibility: chance.pick(['organization', 'public', 'private']),
      }),
    'shares by name': () => share({ user_id: anybody() }),
    'shares with a group': () => share({ group_id: group.id }),
    'revokes the shares of an article': () =>
      db.deleteFrom('article_shares').where('article_id', '=', chance.pick(articles).id).execute(),
    'revokes what is shared with a person': () =>
      db.deleteFrom('article_shares').where('user_id', '=', anybody()).execute(),
    'joins the group': () =>
      db
        .insertInto('group_members')
        .values({ group_id: group.id, user_id: anybody() })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    'leaves the group': () => db.deleteFrom('group_members').where('user_id', '=', anybody()).execute(),
    'saves a draft of somebody else': () =>
      db
        .updateTable('articles')
        .set({ updated_by_id: anybody() })
        .where(
          sql<boolean>`id = (
          select id from articles where company_id = ${company.id} and published_at is null
          order by md5(id::text || ${String(chance.next())}) limit 1
        )`,
        )
        .execute(),
    async 'leaves the company'() {
      const persona = chance.pick(removable)
      if (tokens.get(persona) === null) return
      const owner = tokens.get('companyOwner') ?? ''
      const { status } = await server.call('companyUser.remove', { params: { id: people[persona].id } }, owner)
      if (status !== 200) throw new Error(`Removing the ${persona} was answered with ${status}`)
      tokens.set(persona, null)
    },
    async 'returns to the company'() {
      for (const persona of removable) {
        if (tokens.get(persona) !== null) continue
        await buildMember(db, company, { user: people[persona] })
        tokens.set(persona, await server.signIn(people[persona], company))
        // Everybody has a personal workspace; what was in the former one stays deleted.
        await move(chance.pick(movable).id, (await personalOf(db, world, people[persona].id)).id)
      }
    },
    'publishes again': () =>
      set('articles', chance.pick(articles).id, { title: `Quokka ${Math.floor(chance.next() * 100)}` }),
  }
}
