/** A company with people of every role, and the files that they request. */
import { noteWithFiles, buildFile, type BuiltFile } from '../file.builder.ts'
import { picture } from '../image/picture.fixture.ts'
import { startTestServer, testSecret } from '../../../test/server.ts'
import { buildArticle } from '../../article/article.builder.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { openFileStorage } from '../../platform/files/index.ts'
import { buildUser } from '../../user/user.builder.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'

export type Ask = { articleId?: string; width?: number }

export async function setUpVisibleFiles() {
  const server = await startTestServer()
  const { db } = server
  const files = await openFileStorage({ dataDirectory: server.dataDirectory, secret: testSecret })
  const company = await buildCompany(db)
  const there = await buildCompany(db, { title: 'Another company' })
  const [owner, editor, viewer, colleague] = [
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company),
    await buildMember(db, company),
  ]
  await buildMember(db, there, { user: owner })
  const superAdmin = await buildMember(db, there, { user: await buildUser(db, { isSuperAdmin: true }) })
  const tokens = {
    owner: await server.signIn(owner, company),
    editor: await server.signIn(editor, company),
    viewer: await server.signIn(viewer, company),
    colleague: await server.signIn(colleague, company),
    ownerThere: await server.signIn(owner, there),
    stranger: await server.signIn(there.owner, there),
    superAdmin: await server.signIn(superAdmin, there),
    guest: null,
  }
  type Who = keyof typeof tokens

  async function newWorkspace(visibility: 'private' | 'public' = 'private') {
    const workspace = await buildWorkspace(db, { company, owner, visibility })
    await grantWorkspaceRole(db, { workspace, user: editor, role: 'editor' })
    await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
    return workspace
  }
  const workspace = await newWorkspace()
  const ask = (path: string | string[], who: Who, more: Ask = {}) =>
    server.call('image.url', { body: { path, ...more } }, tokens[who])
  const get = (address: string) => fetch(`${server.url}${address}`)

  /** With bytes, so that its URL can be used. */
  async function image(...articles: { id: string }[]): Promise<BuiltFile> {
    const file = await buildFile(db, { company, owner }, { articles })
    await files.put(file.key, await picture())
    return file
  }

  /** An article that shows an image of its own. */
  async function articleWithImage(overrides: Parameters<typeof buildArticle>[1] = { workspace }) {
    const shown = await image()
    const article = await buildArticle(db, { ...overrides, textTabs: [{ note: noteWithFiles(shown) }] })
    await addToArticle(shown, article)
    return { article, shown }
  }
  const addToArticle = (file: BuiltFile, article: { id: string }) =>
    db.insertInto('file_places').values({ file_id: file.id, article_id: article.id }).execute()

  return {
    server,
    db,
    files,
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
  }
}
