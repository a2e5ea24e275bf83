import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { isSoak } from '../../../test/soak.ts'
import { buildArticle, buildDraft } from '../../article/article.builder.ts'
import { buildMember } from '../../company/company.builder.ts'
import { grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildSharedWorkspace, fetchAll, openAllFiles } from '../shared-workspace.fixture.ts'

const server = await startTestServer()
const { db } = server
const world = await buildSharedWorkspace(server)
const { article, workspace, token, owner, viewer, colleague, company } = world

type Body = Parameters<typeof server.call<'share.save'>>[1]['body']
const save = async (id: string, body: Body) =>
  (await server.call('share.save', { params: { id }, body }, token)).ok.sharedData
const open = (link: string, query: { articleId?: string; pass?: string } = {}, by: string | null = null) =>
  server.call('sharedBrowse.open', { params: { token: link }, query }, by)
const nobody = 'a'.repeat(32)

describe('the page behind a public link', async () => {
  const link = (await save(article.id, { shared: true })).token ?? ''

  test('shows a guest the article as published', async () => {
    await buildDraft(db, { original: article, title: 'Not yet for others' })
    const { article: shown, workspace: shownWorkspace, company: shownCompany, workspacePath } = (await open(link)).ok
    expect(shown).toMatchObject({ id: article.id, title: 'Restart a gateway', isDraft: false, draft: null })
    expect(shown.textTabs.map(({ text }) => text).join('')).toContain('Wait two minutes.')
    expect(shownWorkspace).toEqual({ title: 'Secret plans' })
    expect(shownCompany).toMatchObject({ title: 'Halden Systems', isPaid: true })
    expect(workspacePath).toBeNull()
  })

  test('reveals nothing of the workspace, of email addresses or of abilities', async () => {
    const answer = (await open(link)).ok
    expect(answer.article).toMatchObject({ workspace: null, parentArticle: null, shared: null, sharedUserGroup: null })
    expect(Object.values(answer.article.abilities)).not.toContain(true)
    const text = JSON.stringify(answer)
    for (const hidden of [owner.email, workspace.id, workspace.shortId, link]) expect(text).not.toContain(hidden)
  })

  test('has a URL for every file it shows, and none of them contains the token', async () => {
    const addresses = await openAllFiles(server, world, { token: link })
    expect(new Set(Object.values(await fetchAll(server, addresses)))).toEqual(new Set([200]))
    expect(JSON.stringify(addresses)).not.toContain(link)
  })

  test('signs only what its notes show', async () => {
    const other = await buildSharedWorkspace(server)
    for (const path of [other.image, world.attachment]) {
      const { error } = await server.call('sharedBrowse.imageUrl', { body: { token: link, path } })
      expect(error.code).toBe('not_found')
    }
    const { ok } = await server.call('sharedBrowse.imageUrl', {
      body: { token: link, path: [other.image, world.image] },
    })
    expect(ok.signedUrls?.map((address) => address !== null)).toEqual([false, true])
  })

  test('links to the article in its workspace only for people who may read it there', async () => {
    const pathFor = async (user: typeof owner) =>
      (await open(link, {}, await server.signIn(user, company))).ok.workspacePath
    expect(await pathFor(viewer)).toBe(`/b/${workspace.shortId}/secret-plans/${article.shortId}/restart-a-gateway`)
    expect(await pathFor(colleague)).toBeNull()
  })

  test('opens for a reader whose session has ended', async () => {
    expect((await open(link, {}, 'no-such-session')).status).toBe(200)
  })

  test('shows its logo to everyone, and those of other articles to nobody', async () => {
    const logoOf = async (articleId: string) =>
      (await server.call('sharedBrowse.companyLogo', { params: { articleId } })).ok.logo
    expect(await fetchAll(server, { logo: (await logoOf(article.shortId)) ?? '' })).toEqual({ logo: 200 })
    const unshared = await buildArticle(db, { workspace })
    expect(await logoOf(unshared.id)).toBeNull()
    expect(await logoOf('no-such-article')).toBeNull()
  })
})

test('an invalid link and one that opens nothing now get the same response', async () => {
  const one = await buildArticle(db, { workspace })
  const link = (await save(one.id, { shared: true })).token ?? ''
  await db.updateTable('articles').set({ is_archived: true }).where('id', '=', one.id).execute()
  const bodies = await Promise.all(
    [link, nobody, 'x', `${link}x`].map(async (asked) => {
      const { status, error } = await open(asked)
      return { status, code: error.code, error: error.error }
    }),
  )
  const wanted = { status: 404, code: 'shared_not_found', error: "The shared article hasn't been found." }
  for (const body of bodies) expect(body).toEqual(wanted)
})

describe('the sub-articles', async () => {
  const parent = await buildArticle(db, { workspace, title: 'Parent' })
  const child = await buildArticle(db, { workspace, title: 'Child', parent })
  const grandchild = await buildArticle(db, { workspace, title: 'Grandchild', parent: child })
  const aside = await buildArticle(db, { workspace, title: 'Aside' })
  const link = (await save(parent.id, { shared: true })).token ?? ''

  test('stay closed unless the link includes them', async () => {
    expect((await open(link)).ok.children).toEqual([])
    expect((await open(link, { articleId: child.id })).error.code).toBe('shared_not_found')
  })

  test('open with the same token if it does, at every level', async () => {
    await save(parent.id, { isWithSubArticles: true })
    const { children } = (await open(link)).ok
    expect(children.map(({ id, parentId }) => [id, parentId])).toEqual([
      [child.id, parent.id],
      [grandchild.id, child.id],
    ])
    const { article: shown } = (await open(link, { articleId: grandchild.shortId })).ok
    expect(shown).toMatchObject({ title: 'Grandchild', parentArticle: child.id })
    expect((await open(link, { articleId: aside.id })).error.code).toBe('shared_not_found')
  })

  test('are checked again for as long as they are shown', async () => {
    const check = async (articleId: string) =>
      (await server.call('sharedBrowse.check', { params: { token: link }, query: { articleId } })).status
    expect([await check(parent.id), await check(grandchild.id), await check(aside.id)]).toEqual([200, 200, 404])
    await save(parent.id, { isWithSubArticles: false })
    expect([await check(parent.id), await check(grandchild.id)]).toEqual([200, 404])
    await save(parent.id, { isWithSubArticles: true })
  })

  test('follow the tree: an archived or moved article is closed, with its sub-articles', async () => {
    await db.updateTable('articles').set({ is_archived: true }).where('id', '=', child.id).execute()
    expect((await open(link)).ok.children).toEqual([])
    expect((await open(link, { articleId: grandchild.id })).error.code).toBe('shared_not_found')
    await db.updateTable('articles').set({ is_archived: false }).where('id', '=', child.id).execute()
    const order = [
      { value: parent.id, items: [{ value: aside.id, items: [] }] },
      { value: child.id, items: [{ value: grandchild.id, items: [] }] },
    ]
    await server.call('workspace.saveOrder', { params: { id: workspace.id }, body: { order } }, token)
    expect((await open(link)).ok.children.map(({ id }) => id)).toEqual([aside.id])
    expect((await open(link, { articleId: grandchild.id })).error.code).toBe('shared_not_found')
  })
})

describe('a private link', async () => {
  const { token: made } = (
    await server.call('share.token', { params: { id: article.id }, query: { isPrivate: '1' } }, token)
  ).ok
  const link = made ?? ''
  const openPrivate = async (user: typeof owner | null) =>
    server.call(
      'sharedBrowse.openPrivate',
      { params: { token: link } },
      user === null ? null : await server.signIn(user, company),
    )

  test('asks guests to sign in, and does not exist for colleagues who are not recipients', async () => {
    expect((await openPrivate(null)).status).toBe(401)
    expect((await openPrivate(colleague)).error.code).toBe('shared_not_found')
    expect((await openPrivate(viewer)).ok.article.id).toBe(article.id)
    expect((await open(link)).error.code).toBe('shared_not_found')
  })

  test('opens for recipients, with all files, until they are removed', async () => {
    const entities = [{ type: 'user' as const, id: colleague.id }]
    const added = await server.call('share.addEntities', { params: { id: article.id }, body: { entities } }, token)
    expect(added.ok.entities).toMatchObject([{ type: 'user', id: colleague.id, email: colleague.email }])
    const by = await server.signIn(colleague, company)
    const addresses = await openAllFiles(server, world, { token: link, isPrivate: true, by })
    expect(new Set(Object.values(await fetchAll(server, addresses)))).toEqual(new Set([200]))
    expect((await server.call('article.get', { params: { id: article.id } }, by)).status).toBe(404)
    const entityId = added.ok.entities[0]?.shareId ?? ''
    const removed = await server.call('share.removeEntity', { params: { id: article.id }, body: { entityId } }, token)
    expect(removed.ok.sharedUserGroupId).toBe(article.id)
    expect((await openPrivate(colleague)).error.code).toBe('shared_not_found')
  })
})

describe('a password', () => {
  test('is required before anything is revealed, once in twelve hours', async () => {
    const one = await buildSharedWorkspace(server)
    const saved = await server.call(
      'share.save',
      { params: { id: one.article.id }, body: { shared: true, password: 'tide-table' } },
      one.token,
    )
    expect(saved.ok.sharedData.hasPassword).toBe(true)
    const link = saved.ok.sharedData.token ?? ''
    expect((await open(link)).error).toMatchObject({ code: 'shared_locked' })
    expect(JSON.stringify((await open(link)).error)).not.toContain(one.article.title)
    const asked = { body: { token: link, path: one.image } }
    expect((await server.call('sharedBrowse.imageUrl', asked)).error.code).toBe('shared_locked')
    const unlock = (password: string) =>
      server.call('sharedBrowse.unlock', { params: { token: link }, body: { password } })
    expect((await unlock('wrong')).error.code).toBe('wrong_share_password')
    const { pass } = (await unlock('tide-table')).ok
    const addresses = await openAllFiles(server, one, { token: link, pass })
    expect(new Set(Object.values(await fetchAll(server, addresses)))).toEqual(new Set([200]))

    // After a password change, neither the pass nor the signed URLs are valid.
    await server.call('share.save', { params: { id: one.article.id }, body: { password: 'another-one' } }, one.token)
    expect((await open(link, { pass })).error.code).toBe('shared_locked')
    await expect
      .poll(() => fetchAll(server, { rendition: addresses.rendition }), { timeout: 5000 })
      .toEqual({ rendition: 403 })
  })

  test('of one link opens no other', async () => {
    const [one, other] = [await buildArticle(db, { workspace }), await buildArticle(db, { workspace })]
    const links = await Promise.all(
      [one, other].map(async ({ id }) => (await save(id, { shared: true, password: 'tide-table' })).token ?? ''),
    )
    const { pass } = (
      await server.call('sharedBrowse.unlock', { params: { token: links[0] ?? '' }, body: { password: 'tide-table' } })
    ).ok
    expect((await open(links[1] ?? '', { pass })).error.code).toBe('shared_locked')
    for (const forged of ['', 'x', '9999999999.', `9999999999.${pass.split('.')[1]}`])
      expect((await open(links[0] ?? '', { pass: forged })).error.code).toBe('shared_locked')
  })

  test('cannot be guessed: after ten wrong attempts even the right one has to wait', async () => {
    const one = await buildArticle(db, { workspace })
    const link = (await save(one.id, { shared: true, password: 'tide-table' })).token ?? ''
    const unlock = async (password: string) =>
      (await server.call('sharedBrowse.unlock', { params: { token: link }, body: { password } })).status
    for (let tries = 0; tries < 10; tries++) expect(await unlock(`wrong ${tries}`)).toBe(422)
    expect(await unlock('tide-table')).toBe(429)
  })
})

describe('many readers behind a cache keyed by URL only', () => {
  /** Simulates a shared cache: stores every response that does not forbid it, keyed by URL only. */
  const kept = new Map<string, string>()
  afterAll(() => kept.clear())
  const through = async (path: string, by: string) => {
    const known = kept.get(path)
    if (known !== undefined) return known
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${by}` } })
    const text = await response.text()
    const control = response.headers.get('cache-control') ?? ''
    if (!/no-store|private/.test(control)) kept.set(path, text)
    return text
  }

  test('never receive the data of someone else', async () => {
    const { token: privateToken } = (
      await server.call('share.token', { params: { id: article.id }, query: { isPrivate: '1' } }, token)
    ).ok
    const publicToken = (await save(article.id, { shared: true })).token
    const readers = await Promise.all(
      Array.from({ length: isSoak ? 200 : 50 }, async () => {
        const user = await buildMember(db, company)
        await grantWorkspaceRole(db, { workspace, user, role: 'viewer' })
        return { by: await server.signIn(user, company) }
      }),
    )
    const seen = new Map<string, string>()
    for (const { by } of readers) {
      const page = await through(`/api/browse/shared/${privateToken}/private`, by)
      const session = /[?&]by=([0-9a-f-]{36})/.exec(page)?.[1]
      expect(session).toBeDefined()
      expect(seen.has(session ?? '')).toBe(false)
      seen.set(session ?? '', by)
      // A public page names nobody.
      expect(await through(`/api/browse/shared/${publicToken}`, by)).not.toContain('by=')
    }
    const rendition = (await openAllFiles(server, world, { token: publicToken ?? '' })).rendition
    const { headers } = await fetch(server.url + rendition)
    expect(headers.get('cache-control')).toContain('private')
    expect(kept.size).toBe(0)
    // Signing them in takes long on a busy machine.
  }, 120_000)
})
