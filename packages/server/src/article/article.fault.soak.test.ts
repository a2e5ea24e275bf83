// Kills the server repeatedly while three people create, publish, merge, transfer, archive and reorder articles without
// pause. Each article holds a unique word and nothing deletes: afterwards every acknowledged word is in exactly one
// article, and every request in flight happened completely or not at all.
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { findInconsistencies, readLibrary } from '../../test/access/article-state.ts'
import { createTestDatabase } from '../../test/database.ts'
import { prepareKillableServer } from '../../test/servers/killable-server.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { startSession } from '../user/index.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'

const kills = 6
const { db, connection } = await createTestDatabase()
const server = await prepareKillableServer(connection)

it('loses and duplicates no article when the server is killed while moving them', { timeout: 480_000 }, async () => {
  const [company, elsewhere] = [await buildCompany(db), await buildCompany(db)]
  const people = [company.owner, await buildMember(db, company), await buildMember(db, company)]
  const workspaces = [
    await buildWorkspace(db, { company, title: 'One' }),
    await buildWorkspace(db, { company, title: 'Two' }),
    await buildWorkspace(db, { company: elsewhere, title: 'Three' }),
  ]
  const workspaceIds = workspaces.map(({ id }) => id)
  const tokens: string[] = []
  for (const user of people) {
    await buildMember(db, elsewhere, { user })
    for (const workspace of workspaces) {
      if (workspace.ownerId !== user.id) await grantWorkspaceRole(db, { workspace, user, role: 'editor' })
    }
    for (const { id } of [company, elsewhere])
      tokens.push(await startSession(db, { userId: user.id, companyId: id, userAgent: null }))
  }

  const accepted: string[] = []
  const sent: string[] = []
  const merged: string[] = []
  const answers = new Map<number, number>()
  let isOver = false
  const call = async (token: string, method: string, path: string, body: object) => {
    const response = await fetch(`${server.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null)
    await response?.text().catch(() => null)
    const status = response?.status ?? 0
    answers.set(status, (answers.get(status) ?? 0) + 1)
    return status
  }
  const summary = () => `answers: ${JSON.stringify([...answers])}`
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]
  const listIds = async () =>
    (await readLibrary(db, workspaceIds)).articles.flatMap(({ id, isDeleted, originalId }) =>
      isDeleted || originalId !== null ? [] : [id],
    )

  const act = async (token: string): Promise<void> => {
    const ids = await listIds()
    const [id, other, target] = [pick(ids), pick(ids), pick(workspaces)]
    if (target === undefined) return
    const choice = ids.length < 6 || id === undefined || other === undefined ? 0 : Math.floor(Math.random() * 8)
    if (choice === 0) {
      const word = `w${sent.length}`
      sent.push(word)
      const textTabs = [{ id: newKey(), title: 'Note', text: `<p>${word}</p>` }]
      const body = {
        clientId: newId(),
        title: word,
        workspace: target.id,
        parentArticle: null,
        textTabs,
        isPublish: true,
      }
      if ((await call(token, 'POST', '/article/new', body)) === 200) accepted.push(word)
    } else if (choice === 1 && id !== other) {
      if ((await call(token, 'POST', '/article/merge', { articleId: id, targetId: other })) === 200)
        merged.push(id ?? '')
    } else if (choice <= 3) {
      await call(token, 'PUT', `/article/transfer/${id}`, { companyId: target.companyId, workspaceId: target.id })
    } else if (choice === 4) {
      await call(token, 'PUT', '/article/archived', { articleIds: [id], isArchived: Math.random() < 0.3 })
    } else if (choice === 5) {
      const order = [{ value: id, items: [{ value: other, items: [] }] }]
      await call(token, 'POST', `/workspace/${target.id}/articles-order`, { order })
    } else if (choice === 6) {
      await call(token, 'POST', `/article/${id}/draft`, { tags: [`t${Math.random()}`] })
    } else {
      await call(token, 'POST', `/article/${id}`, { title: `Title ${Math.random()}`, isPublish: true })
    }
  }

  for (let kill = 0; kill < kills; kill += 1) {
    await server.start()
    isOver = false
    const working = tokens.map(async (token) => {
      while (!isOver) await act(token)
    })
    // Waits until the server handles requests; how long it takes to start is not under test.
    const before = answers.get(200) ?? 0
    await vi.waitFor(
      () => {
        expect(answers.get(200) ?? 0, summary()).toBeGreaterThan(before + 5)
        expect(merged.length, summary()).toBeGreaterThan(kill)
      },
      { timeout: 90_000 },
    )
    await delay(Math.random() * 300)
    await server.kill()
    isOver = true
    await Promise.all(working)

    const state = await readLibrary(db, workspaceIds)
    expect(findInconsistencies(state)).toEqual([])
    const living = state.articles.filter((row) => row.isPublished && !row.isDeleted && row.originalId === null)
    const found = living.flatMap(({ text }) => text.match(/\bw\d+\b/g) ?? [])
    expect(found.length, 'each word once').toBe(new Set(found).size)
    expect(accepted.filter((word) => !found.includes(word))).toEqual([])
    expect(living.filter(({ id }) => merged.includes(id))).toEqual([])
  }
  expect([...answers.keys()].filter((status) => status >= 500)).toEqual([])
  expect(merged.length).toBeGreaterThan(0)
})
