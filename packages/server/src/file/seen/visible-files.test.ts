import { newKey } from '@knowreel/shared/identity/ids.ts'
import { describe, expect, test } from 'vitest'
import { noteWithFiles, buildFile, type BuiltFile } from '../file.builder.ts'
import { buildArticle, buildDraft, buildVersion } from '../../article/article.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { setUpVisibleFiles, type Ask } from './visible-files.fixture.ts'

const {
  server,
  db,
  company,
  there,
  owner,
  editor,
  viewer,
  colleague,
  tokens,
  newWorkspace,
  workspace,
  ask,
  get,
  image,
  articleWithImage,
  addToArticle,
} = await setUpVisibleFiles()

type Who = Parameters<typeof ask>[1]

const seenBy = async (file: BuiltFile, more: Ask = {}) => {
  const whos = Object.keys(tokens) as Who[]
  const answers = await Promise.all(whos.map(async (who) => [who, (await ask(file.path, who, more)).status] as const))
  expect(answers.filter(([, status]) => status !== 200 && status !== 404)).toEqual([])
  return answers.flatMap(([who, status]) => (status === 200 ? [who] : []))
}

describe('an image is visible', () => {
  test('in the published content to people who see the article', async () => {
    const { shown } = await articleWithImage()
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer'])
    const open = await articleWithImage({ workspace: await newWorkspace('public') })
    expect(await seenBy(open.shown)).toEqual(Object.keys(tokens))
    expect((await get((await ask(open.shown.path, 'guest')).ok.signedUrl ?? '')).status).toBe(200)
  })

  test('in a draft of a published article to its editors, and to readers once it is published', async () => {
    const article = await buildArticle(db, { workspace })
    const brought = await image(article)
    await buildDraft(db, { original: article, author: editor, textTabs: [{ note: noteWithFiles(brought) }] })
    expect(await seenBy(brought)).toEqual(['owner', 'editor'])
    const published = await server.call(
      'article.save',
      { params: { id: article.id }, body: { title: 'Roof', isPublish: true } },
      tokens.editor,
    )
    expect(published.status).toBe(200)
    expect(await seenBy(brought)).toEqual(['owner', 'editor', 'viewer'])
  })

  test('in a never-published draft to its author only, until it has a workspace', async () => {
    const draft = await buildDraft(db, { workspace: null, company, author: viewer })
    const brought = await image(draft)
    expect(await seenBy(brought)).toEqual(['viewer'])
    await db.updateTable('articles').set({ workspace_id: workspace.id }).where('id', '=', draft.id).execute()
    expect(await seenBy(brought)).toEqual(['owner', 'editor', 'viewer'])
  })

  test('in versions to editors, and to super admins, who see nothing else', async () => {
    const { article, shown } = await articleWithImage()
    const former = await image(article)
    await buildVersion(db, { article, textTabs: [{ note: noteWithFiles(former) }] })
    expect(await seenBy(former)).toEqual(['owner', 'editor', 'superAdmin'])
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer'])
    const { ok } = await ask(former.path, 'superAdmin', { articleId: article.id })
    expect((await get(ok.signedUrl ?? '')).status).toBe(200)
    const personal = await db
      .selectFrom('workspaces')
      .where('owner_id', '=', owner.id)
      .where('company_id', '=', company.id)
      .where('visibility', '=', 'personal')
      .select('id')
      .executeTakeFirstOrThrow()
    const own = await buildArticle(db, { workspace: personal })
    const kept = await image(own)
    await buildVersion(db, { article: own, textTabs: [{ note: noteWithFiles(kept) }] })
    expect(await seenBy(kept)).toEqual(['owner'])
  })

  test('to editors only, once the published notes no longer contain it', async () => {
    const { article, shown } = await articleWithImage()
    const body = {
      title: 'Without',
      isPublish: true,
      isKeepDraft: true,
      textTabs: [{ id: 'a'.repeat(16), title: 'Note', text: '<p>No picture</p>' }],
      knownTextTabs: await tabIds(article.id),
    }
    expect((await server.call('article.save', { params: { id: article.id }, body }, tokens.owner)).status).toBe(200)
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'superAdmin'])
  })

  test('to nobody when the article is deleted, and not to readers when its workspace is archived', async () => {
    const archived = await newWorkspace()
    const { article, shown } = await articleWithImage({ workspace: archived })
    await db.updateTable('workspaces').set({ is_archived: true }).where('id', '=', archived.id).execute()
    expect(await seenBy(shown)).toEqual(['owner', 'editor'])
    await db.updateTable('articles').set({ deleted_at: new Date() }).where('id', '=', article.id).execute()
    expect(await seenBy(shown)).toEqual([])
  })
})

const tabIds = async (articleId: string) =>
  (await db.selectFrom('text_tabs').where('article_id', '=', articleId).select('id').execute()).map(({ id }) => id)

describe('knowing a path', () => {
  test('gives no access to someone who puts it into their own article, nor to its readers', async () => {
    const { shown } = await articleWithImage()
    const own = await buildArticle(db, {
      workspace: await buildWorkspace(db, { company, owner: colleague, visibility: 'public' }),
      textTabs: [{ note: noteWithFiles(shown) }],
    })
    expect((await ask(shown.path, 'colleague', { articleId: own.id })).status).toBe(404)
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer'])
  })

  test('adds the file for all readers of an article if the person sees the file', async () => {
    const { shown } = await articleWithImage()
    const target = await buildArticle(db, {
      workspace: await buildWorkspace(db, { company, owner: editor, visibility: 'organization' }),
      textTabs: [{ note: noteWithFiles(shown) }],
    })
    expect((await ask([shown.path], 'viewer', { articleId: target.id })).status).toBe(200)
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer'])
    const draft = await buildDraft(db, { original: target, author: editor })
    expect((await ask([shown.path], 'editor', { articleId: draft.shortId })).ok.signedUrls).toEqual([
      expect.any(String),
    ])
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer', 'colleague'])
  })

  test('adds the file if the person saves a text that names it', async () => {
    const { shown } = await articleWithImage()
    const open = await buildWorkspace(db, { company, owner: editor, visibility: 'organization' })
    await grantWorkspaceRole(db, { workspace: open, user: colleague, role: 'editor' })
    const save = (who: Who) =>
      server.call(
        'article.save',
        {
          params: { id: 'new' },
          body: {
            title: 'Copied',
            workspace: open.id,
            isPublish: true,
            textTabs: [{ id: newKey(), title: 'Note', text: `<p><img src="${shown.path}"></p>` }],
          },
        },
        tokens[who],
      )
    expect((await save('colleague')).status).toBe(200)
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer'])
    expect((await save('editor')).status).toBe(200)
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer', 'colleague'])
  })

  test('is refused for an article that the caller does not see', async () => {
    const { shown } = await articleWithImage()
    const hidden = await buildArticle(db, { workspace: await buildWorkspace(db, { company, owner: colleague }) })
    for (const articleId of [hidden.id, hidden.shortId, '00000000-0000-0000-0000-000000000000', 'x'])
      expect((await ask(shown.path, 'owner', { articleId })).error.code, articleId).toBe('not_found')
  })

  test.each(['/files/images/11/unknown.png', '../../secret', 'https://example.com/a.png', '/files/recordings/x'])(
    'nor does %s name anything',
    async (path) => {
      expect((await ask(path, 'owner')).error.code).toBe('not_found')
      expect((await ask([path], 'owner')).ok.signedUrls).toEqual([null])
    },
  )

  test('gives no access to a file that is incomplete, or is of the other kind', async () => {
    const { article, shown } = await articleWithImage()
    const attached = await buildFile(db, { company, owner }, { kind: 'attachment', articles: [article] })
    expect((await ask(attached.path, 'owner')).status).toBe(404)
    expect((await server.call('fileAttachment.url', { body: { path: shown.path } }, tokens.owner)).status).toBe(404)
    expect((await server.call('fileAttachment.url', { body: { path: attached.path } }, tokens.owner)).status).toBe(200)
    await db.updateTable('files').set({ stored_at: null }).where('id', '=', shown.id).execute()
    expect((await ask(shown.path, 'owner')).status).toBe(404)
  })
})

test('an image is visible if the person sees one of the many articles that show it', async () => {
  const { shown } = await articleWithImage()
  for (let count = 0; count < 25; count++) {
    const hidden = await buildWorkspace(db, { company, owner: colleague })
    await addToArticle(shown, await buildArticle(db, { workspace: hidden, textTabs: [{ note: noteWithFiles(shown) }] }))
    if (count % 2 === 0) await addToArticle(shown, await buildArticle(db, { workspace }))
  }
  expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer', 'colleague'])
})

describe('an image is moved along', () => {
  test('with a duplicate, and stays in it when the first article is deleted', async () => {
    const { article, shown } = await articleWithImage()
    const { ok } = await server.call('article.duplicate', { body: { articleId: article.id } }, tokens.editor)
    await server.call('article.remove', { params: { id: article.id } }, tokens.owner)
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer'])
    expect((await ask(shown.path, 'viewer', { articleId: ok.article.id })).status).toBe(200)
  })

  test('with a merge into the target article', async () => {
    const left = await articleWithImage()
    const target = await articleWithImage()
    const body = { articleId: left.article.id, targetId: target.article.id }
    expect((await server.call('article.merge', { body }, tokens.editor)).status).toBe(200)
    const { ok } = await ask([left.shown.path, target.shown.path], 'viewer', { articleId: target.article.id })
    for (const address of ok.signedUrls ?? []) expect((await get(address ?? '')).status).toBe(200)
  })

  test('with a restored version, even if nothing else contained it', async () => {
    const article = await buildArticle(db, { workspace })
    const former = await image(article)
    const { version } = await buildVersion(db, { article, textTabs: [{ note: noteWithFiles(former) }] })
    expect(await seenBy(former)).not.toContain('viewer')
    const params = { ws: workspace.id, id: article.id, version: String(version) }
    const kept = (await server.call('articleVersion.get', { params }, tokens.editor)).ok.article
    const body = {
      title: kept.title,
      textTabs: kept.textTabs,
      isPublish: true,
      isKeepDraft: true,
      restoresVersion: version,
    }
    expect(
      (await server.call('article.save', { params: { id: article.id }, body: body as never }, tokens.editor)).status,
    ).toBe(200)
    expect(await seenBy(former)).toContain('viewer')
  })

  test('to another company with its article, where it is visible, and no longer in the company it left', async () => {
    const target = await buildWorkspace(db, { company: there, owner, visibility: 'organization' })
    const { article, shown } = await articleWithImage()
    const kept = await image(article)
    await buildVersion(db, { article, textTabs: [{ note: noteWithFiles(kept) }] })
    const body = { companyId: there.id, workspaceId: target.id }
    expect((await server.call('article.transfer', { params: { id: article.id }, body }, tokens.owner)).status).toBe(200)
    expect(await seenBy(shown)).toEqual(['ownerThere', 'stranger', 'superAdmin'])
    expect((await ask(kept.path, 'ownerThere')).status).toBe(200)
    const companies = await db.selectFrom('files').where('id', 'in', [shown.id, kept.id]).select('company_id').execute()
    expect(companies.map(({ company_id: id }) => id)).toEqual([there.id, there.id])
  })

  test('and also stays if a remaining article shows it', async () => {
    const target = await buildWorkspace(db, { company: there, owner })
    const { article, shown } = await articleWithImage()
    await server.call('article.duplicate', { body: { articleId: article.id } }, tokens.owner)
    const body = { companyId: there.id, workspaceId: target.id }
    expect((await server.call('article.transfer', { params: { id: article.id }, body }, tokens.owner)).status).toBe(200)
    expect(await seenBy(shown)).toEqual(['owner', 'editor', 'viewer', 'ownerThere'])
    const row = await db.selectFrom('files').where('id', '=', shown.id).select('company_id').executeTakeFirstOrThrow()
    expect(row.company_id).toBe(company.id)
  })
})
