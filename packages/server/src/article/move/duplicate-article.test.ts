import { newKey } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { buildVideo } from '../../video/video.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { wholeRecording } from '@knowreel/shared/video/play-map.ts'
import { buildArticle, buildDraft, buildVersion } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [owner, editor, viewer] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const token = await server.signIn(editor, company)
const viewerToken = await server.signIn(viewer, company)

async function newWorkspace() {
  const workspace = await buildWorkspace(db, { company, owner })
  await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
  await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
  return workspace
}

const duplicate = (articleId: string, by = token) => server.call('article.duplicate', { body: { articleId } }, by)

describe('duplicating an article', () => {
  test('publishes a copy of the published content directly behind it, with the duplicating person as author', async () => {
    const workspace = await newWorkspace()
    const parent = await buildArticle(db, { workspace })
    const last = await buildArticle(db, { workspace, parent })
    const tab = { id: newKey(), title: 'Checklist', text: 'First look, then act.' }
    const video = await buildVideo(db, company, { duration: 4000, main_key: 'videos/ab/x.mp4' })
    const paragraphs = [
      { id: newKey(), title: 'Roof', tags: [], isExpanded: true, map: wholeRecording(video, 4000), items: [] },
    ]
    const source = await buildArticle(db, {
      workspace,
      parent,
      title: 'Restart a gateway',
      tags: ['gateway'],
      textTabs: [tab],
      pinnedTabId: tab.id,
      paragraphs,
    })
    await buildDraft(db, { original: source, title: 'Half written' })
    const { article, workspaceOrder } = (await duplicate(source.shortId)).ok
    expect(article).toMatchObject({
      title: 'Copy of Restart a gateway',
      slug: 'copy-of-restart-a-gateway',
      tags: ['gateway'],
      pinnedNote: tab.id,
      parentArticle: parent.id,
      isDraft: false,
      draft: null,
      duration: 4000,
      author: { id: editor.id },
    })
    expect(article.textTabs).toMatchObject([{ title: 'Checklist' }])
    expect(article.videos.map(({ id }) => id)).toEqual([video])
    expect(workspaceOrder).toEqual([
      {
        value: parent.id,
        items: [
          { value: source.id, items: [] },
          { value: article.id, items: [] },
          { value: last.id, items: [] },
        ],
      },
    ])
  })

  test('leaves sub-articles and versions with the source', async () => {
    const workspace = await newWorkspace()
    const source = await buildArticle(db, { workspace })
    await buildArticle(db, { workspace, parent: source })
    await buildVersion(db, { article: source })
    const { article, workspaceOrder } = (await duplicate(source.id)).ok
    expect(workspaceOrder.map(({ value, items }) => [value, items.length])).toEqual([
      [source.id, 1],
      [article.id, 0],
    ])
    const params = { ws: workspace.id, id: article.id }
    expect((await server.call('articleVersion.list', { params }, token)).ok.versions).toEqual([])
  })

  test('puts the copy of an archived sub-article on the top level, where it is visible', async () => {
    const workspace = await newWorkspace()
    const parent = await buildArticle(db, { workspace, isArchived: true })
    const source = await buildArticle(db, { workspace, parent, isArchived: true })
    const { article, workspaceOrder } = (await duplicate(source.id)).ok
    expect(article.isArchived).toBe(false)
    expect(workspaceOrder[0]).toEqual({ value: article.id, items: [] })
  })

  test('keeps the title within its maximum length', async () => {
    const source = await buildArticle(db, { workspace: await newWorkspace(), title: 'x'.repeat(300) })
    expect((await duplicate(source.id)).ok.article.title).toHaveLength(300)
  })

  test('requires the right to edit; drafts cannot be duplicated', async () => {
    const workspace = await newWorkspace()
    const source = await buildArticle(db, { workspace })
    const draft = await buildDraft(db, { original: source, title: 'Changed' })
    expect((await duplicate(source.id, viewerToken)).status).toBe(403)
    expect((await duplicate(draft.id)).status).toBe(404)
  })
})
