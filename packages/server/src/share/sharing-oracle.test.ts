/**
 * Links, shares, roles, groups, company states and article locations change at random, and after each change everyone
 * tries every link. A separate model decides who may read and comment, from the performed changes alone; both must agree,
 * so nobody reads without access.
 *
 * `ORACLE_STEPS=2000 ORACLE_SEED=7 npx vitest run packages/server/src/share/sharing-oracle.test.ts`; the usual run is
 * short.
 */
import { expect, test } from 'vitest'
import { createRandom } from '../../test/access/random-requests.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { buildArticle } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { buildGroup } from '../group/group.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const steps = Number(process.env['ORACLE_STEPS'] ?? (isSoak ? 400 : 40))
/** The short run repeats itself, so that it never fails by chance. */
const seed = Number(process.env['ORACLE_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 7))
const chance = createRandom(seed)
const server = await startTestServer()
const { db } = server

const company = await buildCompany(db)
const owner = company.owner
const [hidden, open] = [
  await buildWorkspace(db, { company, visibility: 'private' }),
  await buildWorkspace(db, { company, visibility: 'organization' }),
]
const parent = await buildArticle(db, { workspace: hidden })
const child = await buildArticle(db, { workspace: hidden, parent })
const aside = await buildArticle(db, { workspace: open })
const articles = [parent, child, aside]
const people = await Promise.all(Array.from({ length: 3 }, () => buildMember(db, company)))
const stranger = await buildCompany(db)
const group = await buildGroup(db, { company })

/** The performed changes. */
type Link = { token: string; isOver: boolean; isWithSubs: boolean }
const model = {
  links: new Map<string, Link>(),
  privateTokens: new Map<string, string>(),
  deadTokens: new Set<string>(),
  named: new Map(articles.map(({ id }) => [id, new Set<string>()])),
  /** Those of the named who may only view. */
  viewOnly: new Map(articles.map(({ id }) => [id, new Set<string>()])),
  inGroup: new Set<string>(),
  viewers: new Set<string>(),
  deactivated: new Set<string>(),
  archived: new Set<string>(),
  archivedWorkspaces: new Set<string>(),
  off: new Set<string>(),
  isActivated: true,
  isPaid: true,
}

const isShowable = ({ id, workspaceId }: (typeof articles)[number]): boolean =>
  model.isActivated && model.isPaid && !model.archived.has(id) && !model.archivedWorkspaces.has(workspaceId)

function isPublicOpen(article: (typeof articles)[number]): boolean {
  const link = model.links.get(article.id)
  return (
    link !== undefined &&
    !link.isOver &&
    isShowable(article) &&
    !model.off.has(article.workspaceId) &&
    !model.off.has('company')
  )
}

/** By their access to the workspace, or by one of these names. */
function isPrivateOpen(
  article: (typeof articles)[number],
  userId: string,
  names = model.named.get(article.id),
): boolean {
  if (!isShowable(article) || userId === stranger.owner.id || model.deactivated.has(userId)) return false
  return (
    userId === owner.id ||
    article.workspaceId === open.id ||
    model.viewers.has(userId) ||
    names?.has(userId) === true ||
    (names?.has(group.id) === true && model.inGroup.has(userId))
  )
}

function mayComment(article: (typeof articles)[number], userId: string): boolean {
  const names = [...(model.named.get(article.id) ?? [])]
  const viewOnly = model.viewOnly.get(article.id)
  return isPrivateOpen(article, userId, new Set(names.filter((name) => !viewOnly?.has(name))))
}

const set = (
  table: 'companies' | 'workspaces' | 'articles' | 'article_links',
  column: string,
  id: string,
  change: object,
) =>
  db
    .updateTable(table)
    .set(change)
    .where(column as 'id', '=', id)
    .execute()

const turn = (known: Set<string>, id: string): boolean => {
  if (known.delete(id)) return false
  known.add(id)
  return true
}

const asOwner = () => server.signIn(owner, company)
const save = async (id: string, body: object) => server.call('share.save', { params: { id }, body }, await asOwner())

/** Each returns a description of what it did, for failure messages. A refused change has no effect. */
const changes: Record<string, () => Promise<string>> = {
  async 'makes or renews a link'() {
    const { id } = chance.pick(articles)
    const isRefreshToken = chance.pick([true, false])
    const isWithSubs = chance.pick([true, false])
    const answer = await save(id, { shared: true, isRefreshToken, isWithSubArticles: isWithSubs, expiresAt: null })
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    const token = answer.ok.sharedData.token ?? ''
    const former = model.links.get(id)
    if (former !== undefined && former.token !== token) model.deadTokens.add(former.token)
    model.links.set(id, { token, isOver: false, isWithSubs })
    return id
  },
  async 'deletes a link'() {
    const { id } = chance.pick(articles)
    const answer = await save(id, { shared: false })
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    const former = model.links.get(id)
    if (former !== undefined) model.deadTokens.add(former.token)
    model.links.delete(id)
    return id
  },
  async 'lets a link be over'() {
    const { id } = chance.pick(articles)
    await set('article_links', 'article_id', id, { expires_at: new Date(0) })
    const link = model.links.get(id)
    if (link !== undefined) link.isOver = true
    return id
  },
  async 'renews the private link'() {
    const { id } = chance.pick(articles)
    const answer = await save(id, { isPrivate: true, isRefreshToken: true })
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    const former = model.privateTokens.get(id)
    if (former !== undefined) model.deadTokens.add(former)
    model.privateTokens.set(id, answer.ok.sharedData.privateToken ?? '')
    return id
  },
  async 'names somebody, or no longer'() {
    const { id } = chance.pick(articles)
    const recipient = chance.pick([...people.map((user) => user.id), group.id])
    const names = model.named.get(id) ?? new Set()
    const params = { id }
    const by = await asOwner()
    const type = recipient === group.id ? ('group' as const) : ('user' as const)
    const allowsComments = chance.pick([true, false])
    const entity = { type, id: recipient, mayComment: allowsComments }
    const answer = names.has(recipient)
      ? await server.call('share.removeEntity', { params, body: { entityId: recipient } }, by)
      : await server.call('share.addEntities', { params, body: { entities: [entity] } }, by)
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    const isNamed = turn(names, recipient)
    model.viewOnly.get(id)?.[isNamed && !allowsComments ? 'add' : 'delete'](recipient)
    const { privateToken } = (await server.call('share.get', { params }, by)).ok.shared
    if (privateToken !== null) model.privateTokens.set(id, privateToken)
    return `${recipient} at ${id}`
  },
  async 'lets somebody named comment, or no longer'() {
    const { id } = chance.pick(articles)
    const entityId = chance.pick([...people.map((user) => user.id), group.id])
    const names = model.viewOnly.get(id) ?? new Set()
    const body = { entityId, mayComment: names.has(entityId) }
    const answer = await server.call('share.updateEntity', { params: { id }, body }, await asOwner())
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    turn(names, entityId)
    return `${entityId} at ${id}`
  },
  async 'changes a group'() {
    const { id: userId } = chance.pick(people)
    const by = await asOwner()
    const answer = model.inGroup.has(userId)
      ? await server.call('group.removeUser', { params: { id: group.id, userId } }, by)
      : await server.call('group.addUser', { params: { id: group.id }, body: { userId } }, by)
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    turn(model.inGroup, userId)
    return userId
  },
  async 'changes a role'() {
    const { id: user } = chance.pick(people)
    const by = await asOwner()
    const params = { id: hidden.id }
    const answer = model.viewers.has(user)
      ? await server.call('workspaceRole.remove', { params: { ...params, userId: user } }, by)
      : await server.call('workspaceRole.save', { params, body: { user, role: 'viewer' } }, by)
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    turn(model.viewers, user)
    return user
  },
  async 'changes a role in the company'() {
    const { id } = chance.pick(people)
    const role = chance.pick(['user', 'moderator', 'admin'] as const)
    // A company role opens nothing private.
    const answer = await server.call('companyUser.setRole', { params: { id }, body: { role } }, await asOwner())
    return `${id} ${role} ${answer.status}`
  },
  async 'deactivates somebody, or no longer'() {
    const { id } = chance.pick(people)
    const status = model.deactivated.has(id) ? 'active' : 'deactivated'
    const answer = await server.call('companyUser.setStatus', { params: { id }, body: { status } }, await asOwner())
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    turn(model.deactivated, id)
    return `${id} ${status}`
  },
  async 'removes somebody, who comes back'() {
    const user = chance.pick(people)
    const answer = await server.call('companyUser.remove', { params: { id: user.id } }, await asOwner())
    if (answer.status !== 200) return `refused: ${answer.error.code}`
    await buildMember(db, company, { user })
    const names = [...model.named.values(), ...model.viewOnly.values()]
    for (const known of [model.viewers, model.inGroup, model.deactivated, ...names]) known.delete(user.id)
    return user.id
  },
  async 'archives an article, or no longer'() {
    const id = [...model.archived][0] ?? chance.pick(articles).id
    await set('articles', 'id', id, { is_archived: turn(model.archived, id) })
    return id
  },
  async 'archives a workspace, or no longer'() {
    const id = [...model.archivedWorkspaces][0] ?? chance.pick([hidden, open]).id
    await set('workspaces', 'id', id, { is_archived: turn(model.archivedWorkspaces, id) })
    return id
  },
  async 'switches links off, or on'() {
    const id = [...model.off][0] ?? chance.pick(['company', hidden.id, open.id])
    const change = { is_sharing_off: turn(model.off, id) }
    await (id === 'company' ? set('companies', 'id', company.id, change) : set('workspaces', 'id', id, change))
    return id
  },
  async 'changes the state of the company'() {
    if (chance.pick([true, false])) {
      model.isActivated = !model.isActivated
      await set('companies', 'id', company.id, { is_activated: model.isActivated })
    } else {
      model.isPaid = !model.isPaid
      await set('companies', 'id', company.id, { is_billing: !model.isPaid })
    }
    return `${model.isActivated} ${model.isPaid}`
  },
}

/** Changes that block access are soon undone, because otherwise most steps would test nothing. */
function nextChange(): string {
  const closed = [
    ...(model.isActivated && model.isPaid ? [] : ['changes the state of the company']),
    ...(model.archived.size > 0 ? ['archives an article, or no longer'] : []),
    ...(model.archivedWorkspaces.size > 0 ? ['archives a workspace, or no longer'] : []),
    ...(model.off.size > 0 ? ['switches links off, or on'] : []),
  ]
  return closed.length > 0 && chance.next() < 0.7 ? chance.pick(closed) : chance.pick(Object.keys(changes))
}

const opens = async (token: string, articleId?: string) =>
  (await server.call('sharedBrowse.open', { params: { token }, query: articleId === undefined ? {} : { articleId } }))
    .status === 200

/** Every possible attempt, with the actual and the expected result. */
async function tryAll(): Promise<{ read: string[]; wanted: string[] }> {
  const [read, wanted]: [string[], string[]] = [[], []]
  const note = (name: string, isRead: boolean, isWanted: boolean) => {
    if (isRead) read.push(name)
    if (isWanted) wanted.push(name)
  }
  for (const article of articles) {
    const link = model.links.get(article.id)
    if (link !== undefined) note(`public ${article.id}`, await opens(link.token), isPublicOpen(article))
    for (const other of link === undefined ? [] : articles.filter(({ id }) => id !== article.id)) {
      const isBelow = article === parent && other === child && link?.isWithSubs === true
      const isWanted = isPublicOpen(article) && isBelow && isShowable(other)
      note(`public ${article.id} for ${other.id}`, await opens(link?.token ?? '', other.id), isWanted)
    }
    const token = model.privateTokens.get(article.id)
    if (token === undefined) continue
    note(`private ${article.id} as public`, await opens(token), false)
    for (const user of [...people, owner, stranger.owner]) {
      // A new session each time, because session data is cached for a second.
      const by = await server.signIn(user, user === stranger.owner ? stranger : company)
      const page = await server.call('sharedBrowse.openPrivate', { params: { token } }, by)
      const isOpen = page.status === 200
      note(`private ${article.id} by ${user.id}`, isOpen, isPrivateOpen(article, user.id))
      const hasAbility = isOpen && page.ok.article.abilities.comment
      note(`comments on ${article.id} by ${user.id}`, hasAbility, mayComment(article, user.id))
    }
  }
  for (const token of [...model.deadTokens].slice(-4)) note(`dead ${token}`, await opens(token), false)
  return { read, wanted }
}

test(`${steps} random changes (seed ${seed}) let nobody read without access`, async () => {
  const done: string[] = []
  let reads = 0
  for (let step = 0; step < steps; step++) {
    const name = nextChange()
    done.push(`${name}: ${await changes[name]?.()}`)
    const { read, wanted } = await tryAll()
    expect(read, `seed ${seed}:\n${done.join('\n')}`).toEqual(wanted)
    reads += read.length
  }
  // If access is blocked everywhere, nothing is proved.
  expect(reads / steps).toBeGreaterThan(0.5)
  process.stdout.write(`sharing oracle: ${steps} changes, ${reads} reads, seed ${seed}\n`)
}, 3_600_000)
