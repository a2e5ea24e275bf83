import { getSchema } from '@tiptap/core'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { NOTE_SCHEMA_VERSION, type NoteJson, type NoteNode } from '@knowreel/shared/note/note-document.ts'
import { noteExtensions, noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { yXmlFragmentToProseMirrorRootNode } from '@tiptap/y-tiptap'
import { afterEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { NoteClient, type NoteClientOptions } from '../../../test/clients/note-client.ts'
import { startTestServer } from '../../../test/server.ts'
import { buildCompany } from '../../company/company.builder.ts'
import { readNoteJson } from '../../note/index.ts'
import { buildWorkspace } from '../../workspace/workspace.builder.ts'
import { buildArticle } from '../article.builder.ts'

const server = await startTestServer()
const { db } = server
const company = await buildCompany(db)
const workspace = await buildWorkspace(db, { company })
const token = await server.signIn(company.owner, company)

const clients: NoteClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
async function open(articleId: string, tabId: string, options: Partial<NoteClientOptions> = {}): Promise<NoteClient> {
  const url = `${server.url.replace('http', 'ws')}/collaboration`
  const client = new NoteClient({ url, address: { articleId, tabId }, token, ...options })
  clients.push(client)
  await expect.poll(() => client.isSynced, { timeout: 5_000 }).toBe(true)
  return client
}

const paragraph = (text: string): NoteNode => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const doc = (...content: NoteNode[]): NoteJson => ({ type: 'doc', content })

const startDraft = async (id: string) =>
  (await server.call('article.saveDraft', { params: { id }, body: {} }, token)).ok.article
const publish = (id: string, body: object = {}) =>
  server.call('article.save', { params: { id }, body: { isPublish: true, ...body } }, token)
async function stored(articleId: string): Promise<NoteJson | undefined> {
  const row = await db.selectFrom('text_tabs').select('content').where('article_id', '=', articleId).executeTakeFirst()
  return row?.content as NoteJson | undefined
}
/** Blocks other than paragraphs, without the keys that blocks receive on the server. */
const odd = (note: NoteJson | null | undefined): unknown =>
  JSON.parse(JSON.stringify(note?.content?.filter(({ type }) => type !== 'paragraph') ?? []), (name, value: unknown) =>
    name === 'key' ? undefined : value,
  )

describe('a page of an older release', () => {
  /** The editor before columns, mentions, colours and fonts existed. */
  const added = new Set(['columns', 'column', 'mention', 'textStyle', 'blockFormats'])
  const oldSchema = getSchema(noteExtensions.filter(({ name }) => !added.has(name)))
  const note = doc(
    paragraph('before'),
    {
      type: 'columns',
      attrs: { layout: 'sidebar-left' },
      content: [1, 2].map(() => ({ type: 'column', content: [paragraph('in it')] })),
    },
    { type: 'blockquote', content: [paragraph('known')] },
  )

  test('drops unknown nodes from its own copy and from nothing else', async () => {
    const tabId = newKey()
    const article = await buildArticle(db, { workspace, textTabs: [{ id: tabId, note }] })
    const draft = await startDraft(article.id)
    const old = await open(draft.id, tabId, { schemaVersion: NOTE_SCHEMA_VERSION - 1 })
    expect(old.provider.authorizedScope).toBe('readonly')
    expect(old.fragment.toJSON()).toContain('columns')
    yXmlFragmentToProseMirrorRootNode(old.fragment, oldSchema)
    expect(old.fragment.toJSON()).not.toContain('columns')
    old.write('and typed on')
    old.provider.forceSync()
    const colleague = await open(draft.id, tabId)
    colleague.write('a colleague')
    await colleague.checkpoint()
    expect(colleague.fragment.toJSON()).toContain('<columns')
    const kept = await readNoteJson(db, draft.id, tabId)
    expect(odd(kept)).toEqual(odd(note))
    expect(JSON.stringify(kept)).toContain('a colleague')
    expect(JSON.stringify(kept)).not.toContain('and typed on')
    expect(old.has('saved')).toBe(false)
  })

  test.each(['', 'x', '-1', '1.5', '1e9x', `${NOTE_SCHEMA_VERSION - 1}`])(
    'may not write when it says it is %j',
    async (version) => {
      const tabId = newKey()
      const article = await buildArticle(db, { workspace, textTabs: [{ id: tabId, note }] })
      const draft = await startDraft(article.id)
      const old = await open(draft.id, tabId, { schemaVersion: version as unknown as number })
      expect(old.provider.authorizedScope).toBe('readonly')
    },
  )

  test('that reports a wrong version empties a draft at most: article and discarding restore everything', async () => {
    const tabId = newKey()
    const article = await buildArticle(db, { workspace, textTabs: [{ id: tabId, note }] })
    const draft = await startDraft(article.id)
    const liar = await open(draft.id, tabId, { schemaVersion: NOTE_SCHEMA_VERSION + 5 })
    yXmlFragmentToProseMirrorRootNode(liar.fragment, oldSchema)
    await liar.checkpoint()
    expect(odd(await readNoteJson(db, draft.id, tabId))).toHaveLength(1)
    expect(odd(await stored(article.id))).toEqual(odd(note))
    expect((await publish(draft.id)).status).toBe(200)
    const versions = (await server.call('articleVersion.list', { params: { ws: workspace.id, id: article.id } }, token))
      .ok.versions
    const params = { ws: workspace.id, id: article.id, version: String(versions[0]?.version) }
    const { title, tags, textTabs } = (await server.call('articleVersion.get', { params }, token)).ok.article
    expect((await publish(article.id, { title, tags, textTabs, restoresVersion: versions[0]?.version })).status).toBe(
      200,
    )
    expect(odd(await stored(article.id))).toEqual(odd(note))
  })
})

describe('a client that uses the current schema', () => {
  const banner = (words: string): Y.XmlElement => {
    const element = new Y.XmlElement('banner')
    element.insert(0, [new Y.XmlText(words)])
    return element
  }
  async function openDraft(note: NoteJson) {
    const tabId = newKey()
    const article = await buildArticle(db, { workspace, textTabs: [{ id: tabId, note }] })
    const draft = await startDraft(article.id)
    return { draft, tabId }
  }

  test.each<[string, (client: NoteClient) => void]>([
    ['an unknown node', (client) => client.fragment.push([banner('words'), new Y.XmlElement('1 bad name')])],
    [
      'an unknown mark',
      (client) => ((client.fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText).format(0, 2, { glow: { by: 1 } }),
    ],
    ['another shared type', (client) => client.fragment.push([new Y.XmlHook('hook') as never])],
  ])('cannot add %s, and others continue to edit', async (_what, change) => {
    const { draft, tabId } = await openDraft(doc(paragraph('first')))
    const [eve, ann] = [await open(draft.id, tabId), await open(draft.id, tabId)]
    change(eve)
    await expect.poll(() => eve.has('locked')).toBe(true)
    ann.write('continued')
    await ann.checkpoint()
    const kept = JSON.stringify(await readNoteJson(db, draft.id, tabId))
    expect(kept).toContain('continued')
    expect(kept).not.toMatch(/banner|glow|bad name|hook/)
  })

  test('moves a newer node that the note contains, and restores it by undo', async () => {
    const { draft, tabId } = await openDraft(doc(paragraph('first'), { type: 'banner', content: [paragraph('newer')] }))
    const ann = await open(draft.id, tabId)
    const undo = new Y.UndoManager(ann.fragment)
    ann.fragment.delete(1, 1)
    await ann.checkpoint()
    undo.undo()
    ann.fragment.insert(0, [banner('moved')])
    await ann.checkpoint()
    const kept = await readNoteJson(db, draft.id, tabId)
    expect(kept?.content?.map(({ type }) => type)).toEqual(['banner', 'paragraph', 'banner'])
  })

  test('and a page of a newer release adds what it knows, as long as a schema could contain it', async () => {
    const { draft, tabId } = await openDraft(doc(paragraph('first')))
    const newer = await open(draft.id, tabId, { schemaVersion: NOTE_SCHEMA_VERSION + 1 })
    newer.fragment.push([banner('kept')])
    await newer.checkpoint()
    expect(JSON.stringify(await readNoteJson(db, draft.id, tabId))).toContain('banner')
    newer.fragment.push([new Y.XmlElement('1 bad name')])
    await expect.poll(() => newer.has('locked')).toBe(true)
  })
})

describe('content that a newer release wrote before a rollback', () => {
  const newer = doc(
    paragraph('first'),
    {
      type: 'banner',
      attrs: { kind: 'info', list: [1, { deep: true }] },
      content: [paragraph('kept'), { type: 'stamp', attrs: { at: '2026' } }],
    },
    { type: 'blockquote', attrs: { mood: 'calm' }, content: [paragraph('also')] },
    {
      type: 'heading',
      attrs: { level: 2, shade: 'deep' },
      content: [{ type: 'text', text: 'x', marks: [{ type: 'comment', attrs: { id: 7 } }] }],
    },
  )

  test('is kept when it is opened, edited around, published, stored as a version and restored', async () => {
    expect(() => noteSchema.nodeFromJSON(newer)).toThrow(/Unknown node type/)
    const tabId = newKey()
    const article = await buildArticle(db, { workspace, title: 'Newer', textTabs: [{ id: tabId, note: newer }] })
    const draft = await startDraft(article.id)
    const ann = await open(draft.id, tabId)
    ann.write('typed elsewhere')
    await ann.checkpoint()
    ann.destroy()
    expect(odd(await readNoteJson(db, draft.id, tabId))).toEqual(odd(newer))
    const published = (await publish(draft.id, { title: 'Newer, and edited' })).ok.article
    expect(odd(await stored(article.id))).toEqual(odd(newer))
    expect(published.textTabs[0]?.text).toContain('<div data-unknown="banner">kept</div>')
    expect(published.textTabs[0]?.text).toContain('typed elsewhere')

    const again = await startDraft(article.id)
    const bob = await open(again.id, tabId)
    bob.fragment.delete(0, bob.fragment.length)
    bob.write('nothing of it')
    await bob.checkpoint()
    await publish(again.id)
    expect(odd(await stored(article.id))).toEqual([])

    const params = { ws: workspace.id, id: article.id, version: '2' }
    const { title, tags, textTabs } = (await server.call('articleVersion.get', { params }, token)).ok.article
    expect((await publish(article.id, { title, tags, textTabs, restoresVersion: 2 })).status).toBe(200)
    expect(odd(await stored(article.id))).toEqual(odd(newer))
    const copy = (await server.call('article.duplicate', { body: { articleId: article.id } }, token)).ok
    expect(odd(await stored(copy.article.id))).toEqual(odd(newer))
  })
  test('is readable where no editor could hold it, and a version replaces it', async () => {
    const tabId = newKey()
    const article = await buildArticle(db, {
      workspace,
      title: 'Plain',
      textTabs: [{ id: tabId, note: doc(paragraph('plain')) }],
    })
    const draft = await startDraft(article.id)
    const page = await open(draft.id, tabId, { schemaVersion: NOTE_SCHEMA_VERSION + 1 })
    const inLine = new Y.XmlElement('gizmo')
    inLine.insert(0, [new Y.XmlText('of later')])
    ;(page.fragment.get(0) as Y.XmlElement).push([inLine])
    page.fragment.push([new Y.XmlElement('gizmo')])
    await page.checkpoint()
    page.destroy()
    const published = (await publish(draft.id, { title: 'Newer' })).ok.article
    expect(published.textTabs[0]?.text).toContain('of later')

    const params = { ws: workspace.id, id: article.id, version: '1' }
    const { title, tags, textTabs } = (await server.call('articleVersion.get', { params }, token)).ok.article
    const restored = await publish(article.id, { title, tags, textTabs, restoresVersion: 1 })
    expect(restored.ok.article.textTabs[0]?.text).toMatch(/^<p[^>]*>plain<\/p>$/)
    const again = await startDraft(article.id)
    const ann = await open(again.id, tabId)
    expect(ann.text).toBe('plain')
  })
})
