import { newKey } from '@knowreel/shared/identity/ids.ts'
import { NOTE_SERVER_LIMIT } from '@knowreel/shared/note/note-document.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [owner, viewer] = [await buildMember(db, company), await buildMember(db, company)]
const token = await server.signIn(owner, company)
const viewerToken = await server.signIn(viewer, company)

const newWorkspace = () => buildWorkspace(db, { company, owner })
const merge = (articleId: string, targetId?: string | null, by = token) =>
  server.call('article.merge', { body: { articleId, targetId } }, by)
const get = (id: string) => server.call('article.get', { params: { id } }, token)
const orderOf = async (id: string) => (await server.call('workspace.get', { params: { id } }, token)).ok.workspace.order
const tab = (title: string, text: string) => ({ id: newKey(), title, slug: title.toLowerCase(), text })

async function paragraph(title: string, id = newKey()) {
  const video = await buildVideo(db, company, { duration: 2000 })
  return { id, title, tags: [], isExpanded: true, map: wholeRecording(video, 2000), items: [] }
}

describe('merging an article into another', () => {
  test('puts its content before that of the target, which keeps title, position and id', async () => {
    const workspace = await newWorkspace()
    const [one, two] = [await paragraph('Roof'), await paragraph('Cellar')]
    const left = await buildArticle(db, {
      workspace,
      title: 'Left',
      tags: ['Meter', 'roof'],
      textTabs: [tab('Tools', 'A ladder')],
      paragraphs: [one],
    })
    const pinned = tab('Steps', 'Switch it off')
    const target = await buildArticle(db, {
      workspace,
      title: 'Target',
      tags: ['meter'],
      textTabs: [pinned],
      pinnedTabId: pinned.id,
      paragraphs: [two],
    })
    const { article, workspaceOrder } = (await merge(left.id, target.shortId)).ok
    expect(article).toMatchObject({ id: target.id, title: 'Target', tags: ['meter', 'roof'], pinnedNote: pinned.id })
    expect(article.textTabs.map(({ title, slug }) => [title, slug])).toEqual([
      ['Tools', 'tools'],
      ['Steps', 'steps'],
    ])
    expect(article.paragraphs.map(({ title }) => title)).toEqual(['Roof', 'Cellar'])
    expect(article.duration).toBe(4000)
    expect(workspaceOrder).toEqual([{ value: target.id, items: [] }])
    expect((await get(left.id)).status).toBe(404)
  })

  test('keeps the previous content of the target as a version', async () => {
    const workspace = await newWorkspace()
    const left = await buildArticle(db, { workspace, textTabs: [tab('Tools', 'A ladder')] })
    const target = await buildArticle(db, { workspace, textTabs: [tab('Steps', 'Switch it off')] })
    await merge(left.id, target.id)
    const params = { ws: workspace.id, id: target.id, version: '1' }
    const { article } = (await server.call('articleVersion.get', { params }, token)).ok
    expect(article.textTabs.map(({ title }) => title)).toEqual(['Steps'])
  })

  test('joins tabs beyond three into the last, each under its title', async () => {
    const workspace = await newWorkspace()
    const left = await buildArticle(db, { workspace, textTabs: [tab('One', 'first'), tab('Two', 'second')] })
    const last = tab('Four', 'fourth')
    const target = await buildArticle(db, { workspace, textTabs: [tab('Three', 'third'), last], pinnedTabId: last.id })
    const { article } = (await merge(left.id, target.id)).ok
    expect(article.textTabs.map(({ title }) => title)).toEqual(['One', 'Two', 'Three'])
    const joined = article.textTabs[2]
    expect(joined?.text.replaceAll(/ data-key="[^"]*"/g, '')).toBe('<p>third</p><h2>Four</h2><p>fourth</p>')
    // The pinned tab was joined into this one.
    expect(article.pinnedNote).toBe(joined?.id)
  })

  test('drops empty tabs first', async () => {
    const workspace = await newWorkspace()
    const left = await buildArticle(db, { workspace, textTabs: [tab('Empty', ''), tab('Two', 'second')] })
    const target = await buildArticle(db, { workspace, textTabs: [tab('Three', 'third'), tab('Four', 'fourth')] })
    const { article } = (await merge(left.id, target.id)).ok
    expect(article.textTabs.map(({ title }) => title)).toEqual(['Two', 'Three', 'Four'])
  })

  test('gives the tabs and paragraphs of a copy new keys', async () => {
    const workspace = await newWorkspace()
    const source = await buildArticle(db, {
      workspace,
      textTabs: [tab('Steps', 'Switch it off')],
      paragraphs: [await paragraph('Roof')],
    })
    const copy = (await server.call('article.duplicate', { body: { articleId: source.id } }, token)).ok.article
    const { article } = (await merge(copy.id, source.id)).ok
    expect(article.textTabs).toHaveLength(2)
    expect(new Set(article.textTabs.map(({ id }) => id)).size).toBe(2)
    expect(article.textTabs.map(({ slug }) => slug)).toEqual(['steps-2', 'steps'])
    expect(new Set(article.paragraphs.map(({ id }) => id)).size).toBe(2)
  })

  test('moves its sub-articles along, also from another workspace with their drafts', async () => {
    const [from, to] = [await newWorkspace(), await newWorkspace()]
    const left = await buildArticle(db, { workspace: from })
    const nested = await buildArticle(db, { workspace: from, parent: left })
    const deeper = await buildArticle(db, { workspace: from, parent: nested })
    const draft = await buildDraft(db, { original: nested, title: 'Changed' })
    const target = await buildArticle(db, { workspace: to })
    const { workspaceOrder } = (await merge(left.id, target.id)).ok
    expect(workspaceOrder).toEqual([
      { value: target.id, items: [{ value: nested.id, items: [{ value: deeper.id, items: [] }] }] },
    ])
    expect(await orderOf(from.id)).toEqual([])
    for (const id of [nested.id, deeper.id]) expect((await get(id)).ok.article.workspace?.id).toBe(to.id)
    const read = (await server.call('draft.get', { params: { id: draft.id } }, token)).ok.article
    expect(read.workspace?.id).toBe(to.id)
  })

  test('puts sub-articles behind a recording', async () => {
    const workspace = await newWorkspace()
    const target = await buildArticle(db, { workspace, paragraphs: [await paragraph('Roof')] })
    const left = await buildArticle(db, { workspace })
    const nested = await buildArticle(db, { workspace, parent: left })
    expect(orderIds((await merge(left.id, target.id)).ok.workspaceOrder)).toEqual([target.id, nested.id])
    expect((await get(nested.id)).ok.article.parentArticle).toBeNull()
  })

  test('is refused without a target, into itself, and with an archived one', async () => {
    const workspace = await newWorkspace()
    const [left, archived] = [
      await buildArticle(db, { workspace }),
      await buildArticle(db, { workspace, isArchived: true }),
    ]
    for (const targetId of [undefined, null, ''])
      expect((await merge(left.id, targetId)).error.error).toBe('Target article not selected')
    expect((await merge(left.id, left.shortId)).error.error).toBe('You cannot merge article into itself')
    expect((await merge(left.id, archived.id)).error.code).toBe('article_archived')
    expect((await merge(archived.id, left.id)).error.code).toBe('article_archived')
  })

  test('is refused while either has unpublished changes', async () => {
    const workspace = await newWorkspace()
    const [one, two] = [await buildArticle(db, { workspace }), await buildArticle(db, { workspace })]
    await buildDraft(db, { original: one, title: 'Changed' })
    for (const [left, target] of [
      [one, two],
      [two, one],
    ] as const) {
      const answer = await merge(left.id, target.id)
      expect([answer.status, answer.error.code]).toEqual([409, 'has_draft'])
    }
    expect((await get(one.id)).status).toBe(200)
  })

  test('ends drafts without changes', async () => {
    const workspace = await newWorkspace()
    const [left, target] = [
      await buildArticle(db, { workspace, textTabs: [tab('Tools', 'A ladder')] }),
      await buildArticle(db, { workspace, textTabs: [tab('Steps', 'Switch it off')] }),
    ]
    const opened = async (id: string) =>
      (await server.call('article.saveDraft', { params: { id }, body: {} }, token)).ok.article.id
    const drafts = [await opened(left.id), await opened(target.id)]
    expect((await merge(left.id, target.id)).status).toBe(200)
    for (const id of drafts) expect((await server.call('draft.get', { params: { id } }, token)).status).toBe(404)
    const next = (await server.call('article.saveDraft', { params: { id: target.id }, body: {} }, token)).ok.article
    expect(next.textTabs.map(({ title }) => title)).toEqual(['Tools', 'Steps'])
  })

  test('is refused when a joined note would be too large, and changes nothing', async () => {
    const workspace = await newWorkspace()
    const long = 'word '.repeat(NOTE_SERVER_LIMIT / 5 / 2 + 100)
    const left = await buildArticle(db, { workspace, textTabs: [tab('A', 'a'), tab('B', 'b'), tab('C', long)] })
    const target = await buildArticle(db, { workspace, textTabs: [tab('D', long)] })
    expect((await merge(left.id, target.id)).error.code).toBe('note_too_large')
    expect((await get(left.id)).status).toBe(200)
    expect(await orderOf(workspace.id)).toHaveLength(2)
  })

  test('requires the right to edit both', async () => {
    const [own, other] = [await newWorkspace(), await newWorkspace()]
    await grantWorkspaceRole(db, { workspace: own, user: viewer, role: 'editor' })
    const [mine, seen, hidden] = [
      await buildArticle(db, { workspace: own }),
      await buildArticle(db, { workspace: await newWorkspace() }),
      await buildArticle(db, { workspace: other }),
    ]
    await grantWorkspaceRole(db, { workspace: { id: seen.workspaceId }, user: viewer, role: 'viewer' })
    expect((await merge(mine.id, seen.id, viewerToken)).status).toBe(403)
    expect((await merge(seen.id, mine.id, viewerToken)).status).toBe(403)
    expect((await merge(mine.id, hidden.id, viewerToken)).status).toBe(404)
    expect((await merge(hidden.id, mine.id, viewerToken)).status).toBe(404)
  })

  test('concurrently in both directions loses neither', async () => {
    const workspace = await newWorkspace()
    const one = await buildArticle(db, { workspace, textTabs: [tab('One', 'first')] })
    const two = await buildArticle(db, { workspace, textTabs: [tab('Two', 'second')] })
    const answers = await Promise.all([merge(one.id, two.id), merge(two.id, one.id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    const [left] = await orderOf(workspace.id)
    expect((await get(left?.value ?? '')).ok.article.textTabs).toHaveLength(2)
  })
})
