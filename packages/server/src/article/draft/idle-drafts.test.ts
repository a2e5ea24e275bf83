import { newKey } from '@knowreel/shared/identity/ids.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { NoteClient } from '../../../test/clients/note-client.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { readNoteJson } from '../../note/index.ts'
import { replaceNoteContent } from '../../note/replace-note-content.fixture.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildNote } from '../article.builder.ts'
import { markEdited, markEditorsSeen } from './idle-draft.queries.ts'
import { refreshDraftRow, cleanUpIdleDrafts } from './idle-drafts.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const author = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company, owner: author })
const token = await server.signIn(author, company)

const open = async (id: string, body = {}) =>
  (await server.call('article.saveDraft', { params: { id }, body }, token)).ok.article
const isThere = async (id: string) => (await server.call('draft.get', { params: { id } }, token)).status === 200
const listed = async () => (await server.call('draft.list', {}, token)).ok.articles.map(({ id }) => id)
const clients: NoteClient[] = []
function connect(articleId: string, tabId: string): NoteClient {
  const url = `${server.url.replace('http', 'ws')}/collaboration`
  const client = new NoteClient({ url, address: { articleId, tabId }, token })
  clients.push(client)
  return client
}
afterEach(() => clients.splice(0).forEach((client) => client.destroy()))

/** Nobody has had it open or changed it for eleven minutes. */
const leaveAlone = (id: string) =>
  db
    .updateTable('articles')
    .set({ editors_seen_at: minutes(-11), updated_at: minutes(-11) })
    .where('id', '=', id)
    .execute()
const minutes = (count: number) => new Date(Date.now() + count * 60_000)

test('a draft without changes is not listed, and is removed ten minutes after the last editor left', async () => {
  const draft = await open((await buildArticle(db, { workspace, author })).id)
  expect(await listed()).not.toContain(draft.id)
  await cleanUpIdleDrafts(db, minutes(9))
  expect(await isThere(draft.id)).toBe(true)
  expect(await cleanUpIdleDrafts(db, minutes(11))).toBeGreaterThan(0)
  expect(await isThere(draft.id)).toBe(false)
})

test('a draft that someone has open stays', async () => {
  const draft = await open((await buildArticle(db, { workspace, author })).id)
  await db
    .updateTable('articles')
    .set({ editors_seen_at: minutes(-30), updated_at: minutes(-30) })
    .where('id', '=', draft.id)
    .execute()
  await markEditorsSeen(db, [draft.id])
  await cleanUpIdleDrafts(db)
  expect(await isThere(draft.id)).toBe(true)
})

test('text that was acknowledged in an idle draft is kept, and the draft with it', async () => {
  const article = await buildArticle(db, { workspace, author, textTabs: [{ id: newKey() }] })
  const made = await open(article.id)
  await leaveAlone(made.id)
  const draft = await open(article.id)
  const tabId = draft.textTabs[0]?.id ?? ''
  const client = connect(draft.id, tabId)
  await vi.waitFor(() => expect(client.isSynced).toBe(true), { timeout: 5_000 })
  await cleanUpIdleDrafts(db)
  client.write('Shown as saved.')
  await client.checkpoint()
  await cleanUpIdleDrafts(db)
  expect(await isThere(draft.id)).toBe(true)
  expect(noteJsonToText((await readNoteJson(db, draft.id, tabId)) ?? buildNote(''))).toContain('Shown as saved.')
})

test('a draft is spared from the moment it is opened or connected to again', async () => {
  const article = await buildArticle(db, { workspace, author, textTabs: [{ id: newKey() }] })
  const draft = await open(article.id)
  await leaveAlone(draft.id)
  await open(article.id)
  await cleanUpIdleDrafts(db)
  expect(await isThere(draft.id)).toBe(true)
  await leaveAlone(draft.id)
  const client = connect(draft.id, draft.textTabs[0]?.id ?? '')
  await vi.waitFor(() => expect(client.isSynced).toBe(true), { timeout: 5_000 })
  await cleanUpIdleDrafts(db)
  expect(await isThere(draft.id)).toBe(true)
})

test('a draft that was opened between the search for idle drafts and the lock stays', async () => {
  const draft = await open((await buildArticle(db, { workspace, author })).id)
  await leaveAlone(draft.id)
  const idleSince = minutes(-10)
  await markEdited(db, draft.id, author.id)
  expect(await refreshDraftRow(db, draft.id, { idleSince })).toBe(false)
  expect(await isThere(draft.id)).toBe(true)
})

test('what is typed into a removed draft gets no receipt', async () => {
  const article = await buildArticle(db, { workspace, author, textTabs: [{ id: newKey() }] })
  const draft = await open(article.id)
  const client = connect(draft.id, draft.textTabs[0]?.id ?? '')
  await vi.waitFor(() => expect(client.isSynced).toBe(true), { timeout: 5_000 })
  expect(await cleanUpIdleDrafts(db, minutes(11))).toBeGreaterThan(0)
  client.write('Too late.')
  void client.checkpoint()
  await vi.waitFor(() => expect(client.has('access')).toBe(true), { timeout: 5_000 })
  expect(client.has('saved')).toBe(false)
})

test('a draft with changes stays, also when only its live document has them', async () => {
  const titled = await open((await buildArticle(db, { workspace, author })).id, { title: 'Changed' })
  const typed = await open((await buildArticle(db, { workspace, author, textTabs: [{ id: newKey() }] })).id)
  const tabId = typed.textTabs[0]?.id ?? ''
  await replaceNoteContent(db, null, { articleId: typed.id, tabId }, buildNote('Typed before the crash.'))
  await cleanUpIdleDrafts(db, minutes(11))
  expect([await isThere(titled.id), await isThere(typed.id)]).toEqual([true, true])
  expect(await listed()).toEqual(expect.arrayContaining([titled.id, typed.id]))
})

test('updating the row of a draft does not remove it while people edit', async () => {
  const draft = await open((await buildArticle(db, { workspace, author })).id)
  await refreshDraftRow(db, draft.id)
  expect(await isThere(draft.id)).toBe(true)
})

test('the last person who typed is the last one who saved, and the draft is listed immediately', async () => {
  const article = await buildArticle(db, { workspace, author })
  const draft = await open(article.id)
  const colleague = await buildMember(db, company)
  await markEdited(db, draft.id, colleague.id)
  expect(await listed()).toContain(draft.id)
  const now = (await server.call('draft.get', { params: { id: draft.id } }, token)).ok.article
  expect(now.updatedByUser?.id).toBe(colleague.id)
})

test('lists know whether there is text once a live document is idle', async () => {
  const draft = await buildDraft(db, { workspace, author, textTabs: [{ id: newKey(), text: '' }] })
  const isHasText = async () =>
    (await server.call('draft.list', {}, token)).ok.articles.find(({ id }) => id === draft.id)?.isHasText
  const { textTabs } = await open(draft.id)
  expect(await isHasText()).toBe(false)
  await replaceNoteContent(db, null, { articleId: draft.id, tabId: textTabs[0]?.id ?? '' }, buildNote('Words.'))
  await refreshDraftRow(db, draft.id)
  expect(await isHasText()).toBe(true)
})

test('the editing session of a never published draft ends when its last editor leaves', async () => {
  const draft = await open('new', { title: 'First' })
  await cleanUpIdleDrafts(db, minutes(11))
  await open(draft.id, { title: 'Second' })
  const discarded = await server.call('draft.discard', { params: { id: draft.id }, body: {} }, token)
  expect(discarded.ok.article?.title).toBe('First')
})
