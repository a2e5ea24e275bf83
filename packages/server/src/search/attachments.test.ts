import { newKey } from '@knowreel/shared/identity/ids.ts'
import { withBlockKeys, type NoteJson } from '@knowreel/shared/note/note-document.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../../test/server.ts'
import { writeTextPicture } from '../../test/text-pictures.ts'
import { buildArticle, buildDraft } from '../article/article.builder.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { recordFileUses } from '../file/index.ts'
import { upload } from '../file/file.fixture.ts'
import { insertText } from '../file/text/file-text.queries.ts'
import { pdf, xlsx } from '../file/text/documents.fixture.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'

const server = await startTestServer({ roles: ['api', 'collab', 'worker'], config: { isOcrOn: true } })
const { db } = server
const company = await buildCompany(db)
const [author, viewer, colleague] = [
  await buildMember(db, company),
  await buildMember(db, company),
  await buildMember(db, company),
]
const workspace = await buildWorkspace(db, { company, owner: author, title: 'Pumps' })
await grantWorkspaceRole(db, { workspace, user: viewer, role: 'viewer' })
const tokens = {
  author: await server.signIn(author, company),
  viewer: await server.signIn(viewer, company),
  colleague: await server.signIn(colleague, company),
}

type Uploaded = { id: string; url: string; name: string }

async function attach(name: string, bytes: Uint8Array, article: { id: string }): Promise<Uploaded> {
  const { ok } = await upload(server, 'file-attachment', { name, bytes, articleId: article.id }, tokens.author)
  return { id: ok.id, url: ok.url, name }
}
const noteWith = (...files: readonly Uploaded[]): NoteJson =>
  withBlockKeys(
    {
      type: 'doc',
      content: [
        { type: 'paragraph', content: [{ type: 'text', text: 'See the manual.' }] },
        ...files.map(({ id, url, name }) => ({
          type: 'fileAttachment',
          attrs: { id, url, name, ext: 'pdf', size: 1 },
        })),
      ],
    },
    newKey,
  )
const search = async (token: string, q: string) => (await server.call('search.global', { params: { q } }, token)).ok
const isRead = async (file: Uploaded) =>
  vi.waitFor(async () => {
    const row = await db.selectFrom('file_texts').select('outcome').where('file_id', '=', file.id).executeTakeFirst()
    expect(row).toBeDefined()
    return row?.outcome
  }, 20_000)
const isIndexed = () =>
  vi.waitFor(async () => expect(await db.selectFrom('search_changes').selectAll().execute()).toEqual([]), 20_000)

let manual: Uploaded
let parts: Uploaded
beforeAll(async () => {
  const source = await buildArticle(db, { workspace, author, title: 'Where they were uploaded' })
  manual = await attach('Manual.pdf', pdf('Contents', 'Torque the flange to forty newton metres.'), source)
  parts = await attach('Parts.xlsx', await xlsx({ Seals: [['Vulkanring', 12]], Hoses: [['Bremsschlauch']] }), source)
  await isRead(manual)
  await isRead(parts)
}, 60_000)

test('the words of an attachment lead to the note that shows it, with their page', async () => {
  const article = await buildArticle(db, {
    workspace,
    author,
    title: 'Service',
    textTabs: [{ note: noteWith(manual, parts) }],
  })
  await recordFileUses(db, [manual.id, parts.id], article.id)
  await isIndexed()
  const found = await search(tokens.viewer, 'flange newton')
  expect(Object.keys(found)).toEqual(['articleNotes'])
  expect(found.articleNotes).toMatchObject([
    {
      articleId: article.id,
      title: 'Service',
      attachment: { name: 'Manual.pdf', page: 2 },
      foundTextProperties: null,
      textTabs: [{ id: expect.any(String) }],
    },
  ])
  expect(found.articleNotes?.[0]?.trimmedText).toContain('flange to forty newton')
  expect((await search(tokens.viewer, 'bremsschlauch')).articleNotes).toMatchObject([
    { attachment: { name: 'Parts.xlsx', page: 2 }, trimmedText: expect.stringContaining('Bremsschlauch') },
  ])
  expect((await search(tokens.viewer, 'service flange')).articleNotes, 'with a word of the title').toHaveLength(1)
  expect((await search(tokens.viewer, 'parts vulkanring')).articleNotes, 'with its name').toHaveLength(1)
  expect(await search(tokens.colleague, 'flange')).toEqual({})

  await db.updateTable('articles').set({ is_archived: true }).where('id', '=', article.id).execute()
  await isIndexed()
  expect(await search(tokens.viewer, 'flange')).toEqual({})
})

test('the words in a picture lead to the note that shows it', async () => {
  const article = await buildArticle(db, { workspace, author, title: 'Panel of the pump' })
  const file = path.join(server.dataDirectory, 'panel.png')
  await writeTextPicture(file, ['Emergency shutdown', 'Аварійна зупинка'], { width: 900, height: 300 })
  const sent = { name: 'panel.png', bytes: await readFile(file), articleId: article.id }
  const { ok: picture } = await upload(server, 'image', sent, tokens.author)
  expect(await isRead({ ...picture, name: 'panel.png' })).toBe('read')
  const html = `<p><img src="${picture.url}" width="200"></p>`
  await db.updateTable('text_tabs').set({ html }).where('article_id', '=', article.id).execute()
  await isIndexed()
  for (const words of ['emergency shutdown', 'аварійна'])
    expect((await search(tokens.viewer, words)).articleNotes).toMatchObject([
      { articleId: article.id, attachment: { name: 'panel.png', page: null } },
    ])
  expect(await search(tokens.colleague, 'emergency shutdown')).toEqual({})
}, 60_000)

test('in a draft, only who may see the draft finds it', async () => {
  const draft = await buildDraft(db, { workspace, author, title: 'Not yet', textTabs: [{ note: noteWith(parts) }] })
  await recordFileUses(db, [parts.id], draft.id)
  await isIndexed()
  expect((await search(tokens.author, 'vulkanring')).draftNotes).toMatchObject([
    { draftId: draft.id, attachment: { name: 'Parts.xlsx', page: 1 } },
  ])
  expect(await search(tokens.viewer, 'vulkanring')).toEqual({})
})

test('a note finds nothing in a file that only its path names', async () => {
  await buildArticle(db, { workspace, author, title: 'Guessed', textTabs: [{ note: noteWith(parts) }] })
  await isIndexed()
  expect(await search(tokens.viewer, 'bremsschlauch')).toEqual({})
})

test('a file that the note no longer shows is not found there', async () => {
  const article = await buildArticle(db, { workspace, author, title: 'Edited', textTabs: [{ note: noteWith(parts) }] })
  await recordFileUses(db, [parts.id], article.id)
  await isIndexed()
  expect((await search(tokens.viewer, 'bremsschlauch')).articleNotes).toHaveLength(1)
  // Another file of the same name: the plain text stays as it is.
  const html = `<div data-type="fileAttachment" data-url="${manual.url}">Parts.xlsx</div>`
  await db.updateTable('text_tabs').set({ html }).where('article_id', '=', article.id).execute()
  await isIndexed()
  expect(await search(tokens.viewer, 'bremsschlauch')).toEqual({})
})

test('a file that was read after the note was indexed is found', async () => {
  const article = await buildArticle(db, { workspace, author, title: 'First' })
  const late = await attach('Late.csv', Buffer.from('Dichtmittel;3\n'), article)
  expect(await isRead(late)).toBe('read')
  await db.deleteFrom('file_texts').where('file_id', '=', late.id).execute()
  const html = `<div data-type="fileAttachment" data-url="${late.url}">Late.csv</div>`
  await db.updateTable('text_tabs').set({ html }).where('article_id', '=', article.id).execute()
  await isIndexed()
  expect(await search(tokens.viewer, 'dichtmittel')).toEqual({})
  await db.transaction().execute((trx) => insertText(trx, late.id, 'read', [{ page: null, content: 'Dichtmittel' }]))
  await isIndexed()
  expect((await search(tokens.viewer, 'dichtmittel')).articleNotes).toMatchObject([
    { attachment: { name: 'Late.csv', page: null } },
  ])
})

test('a file of another kind is not read, and a damaged one is not tried again', async () => {
  const article = await buildArticle(db, { workspace, author, title: 'Others' })
  expect(await isRead(await attach('backup.zip', Buffer.from('PK'), article))).toBe('unsupported')
  expect(await isRead(await attach('scan.pdf', Buffer.from('%PDF-1.7 nothing'), article))).toBe('damaged')
})
