/**
 * Sends hostile content through every input of a note and reads it at every output of the server. The output is
 * compared exactly with the list of what notes may contain.
 */
import { newKey } from '@knowreel/shared/identity/ids.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { lastMailTo } from '../../test/outbox.ts'
import { openMailBox } from '../../test/notification-mails.ts'
import { startTestServer } from '../../test/server.ts'
import { isSoak } from '../../test/soak.ts'
import { elementBlocks, hostileBlocks, hostileNote } from '../../test/xss/hostile-note.ts'
import { findUnsafe } from '../../test/xss/safe-html.ts'
import { CANARY_HOST, xssPayloads } from '../../test/xss/xss-payloads.ts'
import { buildCompany, buildMember } from '../company/company.builder.ts'
import { collectDueMails } from '../notification/mail/collect-due-mails.ts'
import { htmlToNoteJson } from '../note/index.ts'
import { noteJsonToState } from '../note/note-yjs.ts'
import { buildWorkspace, grantWorkspaceRole } from '../workspace/workspace.builder.ts'
import { buildArticle, buildDraft, buildVersion } from './article.builder.ts'

// Takes about twenty seconds in total on an idle machine.
vi.setConfig({ testTimeout: 240_000 })

const server = await startTestServer({ roles: ['api', 'collab', 'worker'] })
const { db } = server
const company = await buildCompany(db)
const reader = await buildMember(db, company)
const workspace = await buildWorkspace(db, { company })
await grantWorkspaceRole(db, { workspace, user: reader, role: 'viewer' })
const token = await server.signIn(company.owner, company)
const readerToken = await server.signIn(reader, company)

/** As many as fit into one note, given all the positions they are inserted at. */
const inNotes = <Value>(values: readonly Value[], size: number): Value[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size))

type Tabs = readonly { text: string }[]

function expectSafe(tabs: Tabs): void {
  expect(tabs.length).toBeGreaterThan(0)
  expect(tabs.flatMap(({ text }) => findUnsafe(text))).toEqual([])
  for (const { text } of tabs) expect(text.length).toBeGreaterThan(0)
}

const publish = (id: string, body: object = {}) =>
  server.call('article.save', { params: { id }, body: { isPublish: true, ...body } }, token)

/** The database accepts neither U+0000 nor unpaired surrogates; calls remove them from their input. */
const keepable = (text: string): string => text.replaceAll('\u0000', '').toWellFormed()

/** Every response that carries the text of this article. */
async function readEverywhere(id: string): Promise<Tabs> {
  const params = { id }
  const article = (await server.call('article.get', { params }, readerToken)).ok.article
  const notes = (await server.call('article.notes', { params }, readerToken)).ok
  const versions = (await server.call('articleVersion.list', { params: { ws: workspace.id, id } }, token)).ok.versions
  const former = await Promise.all(
    versions.map(async ({ version }) => {
      const found = await server.call(
        'articleVersion.get',
        { params: { ws: workspace.id, id, version: String(version) } },
        token,
      )
      return found.ok.article.textTabs
    }),
  )
  return [...article.textTabs, ...former.flat(), ...htmlIn(notes)]
}

/** Anything that looks like the HTML of a note is checked, whatever the field is called. */
const htmlIn = (value: unknown, name = ''): { text: string }[] => {
  if (['title', 'slug', 'tags'].includes(name)) return []
  if (typeof value === 'string')
    return /^<(?:p|h\d|pre|ul|ol|div|table|blockquote|hr)[ >]/.test(value) ? [{ text: value }] : []
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => htmlIn(part, key))
    : []
}

/** As a server stored it that did not refuse unknown parts; this one does (unknown-nodes.test.ts). */
async function writeRaw({ articleId, tabId }: { articleId: string; tabId: string }, update: Uint8Array): Promise<void> {
  await db
    .insertInto('note_updates')
    .values({ article_id: articleId, tab_id: tabId, update: Buffer.from(update) })
    .execute()
}

/** Only a sample of the payloads is sent, because requests are slow; the tests of the HTML parser try all of them. */
const sentPayloads = xssPayloads.filter((_payload, index) => isSoak || index % 6 === 0)

describe('the corpus', () => {
  test('has more than five hundred different payloads, and the checker would detect each one', () => {
    expect(xssPayloads.length).toBeGreaterThan(500)
    const withTags = xssPayloads.filter((payload) => payload.includes('<') && !payload.includes(`"//${CANARY_HOST}`))
    expect(withTags.filter((payload) => findUnsafe(`<p>${payload}</p>`).length === 0)).toEqual([])
    // A link to another host is allowed.
    for (const html of [
      '<p><a href="javascript:x">x</a></p>',
      '<p onclick="x">x</p>',
      '<p><span style="--ink:url(x)">x</span></p>',
      '<p data-key=x>x</p>',
      '<img src="/files/x">',
      '<p>x',
      '<p><strong>x</p></strong>',
    ])
      expect(findUnsafe(html), html).not.toEqual([])
    expect(
      findUnsafe('<p data-align="center"><a href="https://a.b" rel="noopener noreferrer nofollow">&lt;b&gt;</a></p>'),
    ).toEqual([])
  })
})

describe('what is read from HTML and from raw notes', () => {
  test('contains only what notes may contain, for each payload on its own', async () => {
    for (const payload of xssPayloads) {
      const fromHtml = noteJsonToHtml(await htmlToNoteJson(payload))
      expect(findUnsafe(fromHtml), payload).toEqual([])
      // Parses the output again; the second pass must remove nothing more.
      expect(noteJsonToHtml(await htmlToNoteJson(fromHtml)), payload).toBe(fromHtml)
      const raw = noteJsonToHtml({ type: 'doc', content: hostileBlocks(payload) })
      expect(findUnsafe(raw), payload).toEqual([])
    }
    expect(findUnsafe(noteJsonToHtml({ type: 'doc', content: elementBlocks() }))).toEqual([])
  })
})

describe('each payload stays harmless', () => {
  test('when it arrives in a draft that is published, duplicated and merged', async () => {
    const merged = await buildArticle(db, { workspace })
    for (const [index, payloads] of inNotes(sentPayloads, 250).entries()) {
      const textTabs = inNotes(payloads, 125).map((some) => ({
        id: newKey(),
        title: some[0]?.slice(0, 60),
        text: some.join('\n'),
      }))
      const body = { title: payloads[index]?.slice(0, 100) ?? 'x', workspace: workspace.id, textTabs }
      const draft = (await server.call('article.saveDraft', { params: { id: 'new' }, body }, token)).ok.article
      expectSafe(draft.textTabs)
      const { article } = (await publish(draft.id)).ok
      expectSafe(article.textTabs)
      expectSafe((await publish('new', body)).ok.article.textTabs)
      const copy = (await server.call('article.duplicate', { body: { articleId: article.id } }, token)).ok
      expectSafe(htmlIn(copy))
      if (index === 0) {
        const into = { articleId: article.id, targetId: merged.id }
        expectSafe(htmlIn((await server.call('article.merge', { body: into }, token)).ok))
        expectSafe(await readEverywhere(merged.id))
      } else expectSafe(await readEverywhere(article.id))
    }
  })

  test('when it is stored in a shared note, at every position where a word can be', async () => {
    for (const payloads of inNotes(sentPayloads, 22)) {
      const tabId = newKey()
      const draft = await buildDraft(db, {
        workspace,
        author: company.owner,
        textTabs: [{ id: tabId, text: 'Before' }],
      })
      await writeRaw({ articleId: draft.id, tabId }, noteJsonToState(hostileNote(payloads)))
      expectSafe((await server.call('draft.get', { params: { id: draft.id } }, token)).ok.article.textTabs)
      const { article } = (await publish(draft.id)).ok
      // The payloads did arrive, as words.
      expect(article.textTabs[0]?.text).toContain('&lt;')
      expectSafe(await readEverywhere(article.id))
    }
  })

  test('when an older version that holds it is restored', async () => {
    for (const payloads of inNotes(sentPayloads, 60)) {
      const tab = { id: newKey(), title: 'Note' }
      const article = await buildArticle(db, { workspace, textTabs: [{ ...tab, text: 'Now' }] })
      await buildVersion(db, {
        article,
        title: 'Then',
        textTabs: [{ ...tab, note: hostileNote(payloads.map(keepable)) }],
      })
      const params = { ws: workspace.id, id: article.id, version: '1' }
      const { title, tags, textTabs } = (await server.call('articleVersion.get', { params }, token)).ok.article
      expectSafe(textTabs)
      // As the client restores, and as a client without knowledge of versions does.
      expect((await publish(article.id, { title, tags, textTabs, restoresVersion: 1 })).status).toBe(200)
      expectSafe(await readEverywhere(article.id))
      const long = await publish(article.id, {
        title: 'Again',
        tags,
        textTabs: textTabs.map((one) => ({ ...one, text: `${one.text}<p>more</p>` })),
      })
      if (long.status === 200) expectSafe(long.ok.article.textTabs)
    }
  })

  test('with values that JSON does not have', async () => {
    const tabId = newKey()
    const draft = await buildDraft(db, { workspace, author: company.owner, textTabs: [{ id: tabId, text: 'Before' }] })
    const document = new Y.Doc()
    const fragment = document.getXmlFragment('default')
    const element = new Y.XmlElement('paragraph')
    const values = [1n, Number.NaN, Infinity, { toString: 'x' }, [[]], '\u0000"><script>', '\ud800']
    for (const [index, value] of values.entries()) element.setAttribute(`value${index}`, value as string)
    element.setAttribute('__proto__', 'x')
    element.setAttribute('textAlign', { toString: () => 'x' } as unknown as string)
    const words = new Y.XmlText()
    words.applyDelta([
      { insert: '<b>', attributes: { link: { href: ['javascript:x'] }, bold: true, __proto__: null, constructor: {} } },
      { insert: { embed: '<script>' } },
    ])
    element.insert(0, [words])
    fragment.insert(0, [element, new Y.XmlText('<script>'), new Y.XmlHook('script') as unknown as Y.XmlElement])
    await writeRaw({ articleId: draft.id, tabId }, Y.encodeStateAsUpdate(document))
    expectSafe((await publish(draft.id)).ok.article.textTabs)
  })
})

describe('a payload as the name', () => {
  /** The structure of an email without its words. */
  const shape = (html: string | undefined): string[] =>
    [...(html ?? '').matchAll(/<[^>]*>/g)].map(([tag]) =>
      tag.replaceAll(/(?:href|src)="[^"]*"/g, (address) => (/="(?:https?:|cid:)/.test(address) ? 'address' : address)),
    )

  test('of an article, a workspace or a person changes nothing in an email but its words', async () => {
    const mails: string[] = []
    const short = xssPayloads.filter(({ length }) => length <= 90).slice(0, isSoak ? 20 : 4)
    for (const [index, name] of [
      'Plain words',
      ...short.map((payload) => keepable(payload).replaceAll(/\s+/g, ' ')),
    ].entries()) {
      const small = await buildCompany(db, { title: name.slice(0, 60) })
      const person = await buildMember(db, small)
      await db
        .updateTable('users')
        .set({ first_name: name.slice(0, 40), last_name: name.slice(0, 40) })
        .where('id', '=', small.owner.id)
        .execute()
      const workspace = await buildWorkspace(db, {
        company: small,
        visibility: 'organization',
        title: name.slice(0, 60),
      })
      const draft = await buildDraft(db, { workspace, author: small.owner, title: `${index} ${name}` })
      const by = await server.signIn(small.owner, small)
      const answer = await server.call(
        'article.save',
        { params: { id: draft.id }, body: { isPublish: true, isNotification: true } },
        by,
      )
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('application/json')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      mails.push(person.email)
    }
    const listNotified = () =>
      db
        .selectFrom('notifications as n')
        .innerJoin('users as u', 'u.id', 'n.user_id')
        .where('u.email', 'in', mails)
        .select('n.id')
        .execute()
    await expect.poll(listNotified, { timeout: 20_000 }).toHaveLength(mails.length)
    // Two minutes later; the worker of this server sends what is due.
    const later = new Date(Date.now() + 2 * 60_000)
    await collectDueMails({ ...openMailBox(server).services, collectAgainAt: async () => undefined }, later)
    const shapes = await Promise.all(
      mails.map(async (email) => {
        const find = () => lastMailTo(server.dataDirectory, email).catch(() => null)
        await expect.poll(find, { timeout: 20_000 }).not.toBeNull()
        return shape((await find())?.html)
      }),
    )
    expect(shapes[0]?.length).toBeGreaterThan(5)
    for (const [index, one] of shapes.entries()) expect(one, String(index)).toEqual(shapes[0])
  })
})
