import { newKey } from '@knowreel/shared/identity/ids.ts'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { NoteClient } from '../../../test/clients/note-client.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany, buildMember } from '../../company/company.builder.ts'
import { replaceNoteContent } from '../../note/replace-note-content.fixture.ts'
import { buildWorkspace, grantWorkspaceRole } from '../../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildNote } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const [author, colleague] = [await buildMember(db, company), await buildMember(db, company)]
const workspace = await buildWorkspace(db, { company, owner: author })
await grantWorkspaceRole(db, { workspace, user: colleague, role: 'editor' })
const token = await server.signIn(author, company)
const colleagueToken = await server.signIn(colleague, company)

type Body = Parameters<typeof server.call<'article.saveDraft'>>[1]['body']
const save = (id: string, body: Body = {}, by = token) => server.call('article.saveDraft', { params: { id }, body }, by)
const discard = (id: string, hash?: string, by = token) =>
  server.call('draft.discard', { params: { id }, body: { hash } }, by)
const discardHash = async (id: string) => (await server.call('draft.discardHash', { params: { id } }, token)).ok.hash
const getDraft = (id: string) => server.call('draft.get', { params: { id } }, token)

const clients: NoteClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})

describe('discarding the draft of an article', () => {
  test('ends the draft and returns the article', async () => {
    const article = await buildArticle(db, { workspace, author, title: 'As published' })
    const draft = (await save(article.id, { title: 'Changed' })).ok.article
    const { ok } = await discard(draft.id)
    expect(ok.article).toMatchObject({ id: article.id, title: 'As published', draft: null })
    expect([(await getDraft(draft.id)).status, (await getDraft(draft.id)).error.code]).toEqual([404, 'not_found'])
    expect((await save(article.id)).ok.article.id).not.toBe(draft.id)
  })

  test('returns the content whose hash was announced before', async () => {
    const article = await buildArticle(db, { workspace, author })
    const { article: draft, hash } = (await save(article.id)).ok
    expect(await discardHash(draft.id)).toBe(hash)
    const changed = (await save(article.id, { title: 'Changed' })).ok.hash
    expect(await discardHash(draft.id)).toBe(hash)
    expect(changed).not.toBe(hash)
  })

  test('is refused when a colleague changed what the caller saw', async () => {
    const article = await buildArticle(db, { workspace, author })
    const seen = (await save(article.id, { title: 'Mine' })).ok
    await save(article.id, { tags: ['theirs'] }, colleagueToken)
    const { status, error } = await discard(seen.article.id, seen.hash)
    expect([status, error.code]).toEqual([409, 'draft_changed'])
    const now = (await getDraft(seen.article.id)).ok.article
    expect((await discard(seen.article.id, now.hash)).status).toBe(200)
  })
})

describe('discarding a never published draft', () => {
  test('removes a draft that was created in this session only', async () => {
    const { article } = (await save('new', { title: 'A passing thought' })).ok
    expect(await discardHash(article.id)).not.toBe(article.hash)
    expect((await discard(article.id)).ok.article).toBeNull()
    expect((await getDraft(article.id)).status).toBe(404)
  })

  test('returns to the start of the current session, with tabs and text', async () => {
    const [kept, removed] = [newKey(), newKey()]
    const draft = await buildDraft(db, {
      workspace,
      author,
      title: 'Yesterday',
      tags: ['kept'],
      textTabs: [
        { id: kept, title: 'Kept', text: 'The previous text.' },
        { id: removed, title: 'Removed', text: 'Also this.', slug: 'removed' },
      ],
    })
    const before = (await save(draft.id)).ok
    await save(draft.id, {
      title: 'Today',
      tags: [],
      textTabs: [
        { id: newKey(), title: 'New' },
        { id: kept, title: 'Renamed' },
      ],
    })
    await replaceNoteContent(db, null, { articleId: draft.id, tabId: kept }, buildNote('Typed over.'))
    expect(await discardHash(draft.id)).toBe(before.hash)
    const { article } = (await discard(draft.id)).ok
    expect(article).toMatchObject({ title: 'Yesterday', tags: ['kept'], hash: before.hash })
    expect(article?.textTabs).toEqual(before.article.textTabs)
  })

  test('shows the restored text in open editors', async () => {
    const tabId = newKey()
    const draft = await buildDraft(db, { workspace, author, textTabs: [{ id: tabId, text: 'Start.' }] })
    const url = `${server.url.replace('http', 'ws')}/collaboration`
    const client = new NoteClient({ url, address: { articleId: draft.id, tabId }, token: colleagueToken })
    clients.push(client)
    await expect.poll(() => client.isSynced).toBe(true)
    client.write('Something wrong.')
    await client.checkpoint()
    expect((await discard(draft.id)).status).toBe(200)
    await expect.poll(() => client.text).toBe('Start.')
    expect((await getDraft(draft.id)).ok.article.textTabs[0]?.text.match(/Start\./g)).toHaveLength(1)
    client.write('Something right.')
    await client.checkpoint()
    expect((await getDraft(draft.id)).ok.article.textTabs[0]?.text).toContain('Something right.')
  })

  test('changes nothing when it fails halfway, and open editors can continue to write', async () => {
    const [first, second] = [newKey(), newKey()]
    const draft = await buildDraft(db, {
      workspace,
      author,
      title: 'Before',
      textTabs: [
        { id: first, title: 'One', text: 'One.' },
        { id: second, title: 'Two', text: 'Two.' },
      ],
    })
    await save(draft.id)
    await save(draft.id, { title: 'After' })
    for (const tabId of [first, second])
      await replaceNoteContent(db, null, { articleId: draft.id, tabId }, buildNote('Typed over.'))
    const changed = (await getDraft(draft.id)).ok.article
    await sql`
      create function refuse_update() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$
    `.execute(db)
    await sql`
      create trigger refuse_second before insert on note_updates for each row
      when (new.tab_id = ${sql.lit(second)}) execute function refuse_update()
    `.execute(db)
    try {
      expect((await discard(draft.id)).status).toBeGreaterThanOrEqual(500)
    } finally {
      await sql`drop trigger refuse_second on note_updates`.execute(db)
    }
    expect((await getDraft(draft.id)).ok.article).toEqual(changed)
    const { article } = (await discard(draft.id)).ok
    expect(article?.textTabs.map(({ text }) => text.includes('Typed over.'))).toEqual([false, false])
    expect(article?.title).toBe('Before')
  })

  test('changes nothing when there is nothing to discard', async () => {
    const draft = await buildDraft(db, { workspace, author, title: 'As it is' })
    const { article } = (await getDraft(draft.id)).ok
    expect(await discardHash(draft.id)).toBe(article.hash)
    expect((await discard(draft.id)).ok.article).toMatchObject({ title: 'As it is', hash: article.hash })
  })
})

describe('deleting a draft', () => {
  test('of an article keeps the article', async () => {
    const article = await buildArticle(db, { workspace, author })
    const draft = (await save(article.id, { title: 'Changed' })).ok.article
    expect((await server.call('draft.remove', { params: { id: draft.id } }, colleagueToken)).ok).toEqual({
      success: true,
    })
    expect((await getDraft(draft.id)).status).toBe(404)
    expect((await server.call('article.get', { params: { id: article.id } }, token)).ok.article.draft).toBeNull()
  })

  test('that was never published deletes the article, once', async () => {
    const draft = await buildDraft(db, { workspace, author })
    expect((await server.call('draft.remove', { params: { id: draft.id } }, token)).status).toBe(200)
    expect((await server.call('draft.remove', { params: { id: draft.id } }, token)).status).toBe(404)
    expect((await save(draft.id, { title: 'Too late' })).status).toBe(404)
  })
})
