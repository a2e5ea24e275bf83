import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import type { NoteAddress } from '@knowreel/shared/note/note.protocol.ts'
import { paragraphNote } from '@knowreel/shared/note/note.fixture.ts'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { startCollaboration } from '../../../test/servers/collaboration-server.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { insertArticle } from '../../../test/clients/note-article.ts'
import { NoteClient } from '../../../test/clients/note-client.ts'
import { readNoteJson, seedNote } from '../index.ts'

vi.setConfig({ testTimeout: 120_000 })
const { db } = await createTestDatabase()
const server = await startCollaboration({ db })
afterAll(() => server.close())

const clients: NoteClient[] = []
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
})
async function open(address: NoteAddress): Promise<NoteClient> {
  const client = new NoteClient({ url: server.url, address })
  clients.push(client)
  await vi.waitFor(() => expect(client.isSynced).toBe(true), { timeout: 30_000 })
  return client
}
async function seeded(words: string): Promise<NoteAddress> {
  const address = await insertArticle(db)
  await seedNote(db, address.articleId, address.tabId, paragraphNote(words))
  return address
}
const residentMb = () => process.memoryUsage().rss / 1_000_000
const wordsOf = (client: NoteClient) => (client.fragment.get(0) as Y.XmlElement).get(0) as Y.XmlText

function nest(parent: Y.XmlFragment, depth: number): void {
  let target: Y.XmlFragment | Y.XmlElement = parent
  for (let at = 0; at < depth; at += 1) {
    const child = new Y.XmlElement('blockquote')
    target.insert(0, [child])
    target = child
  }
}

describe('a malicious update', () => {
  test.each<[string, (client: NoteClient) => void]>([
    ['of elements in elements', (client) => client.document.transact(() => nest(client.fragment, 1_000))],
    [
      'with an attribute of megabytes',
      (client) => (client.fragment.get(0) as Y.XmlElement).setAttribute('x', 'x'.repeat(3_000_000)),
    ],
    ['with a link of a megabyte', (client) => wordsOf(client).format(0, 3, { link: { href: 'x'.repeat(1_000_000) } })],
    [
      'with a cell over a billion columns',
      (client) => (client.fragment.get(0) as Y.XmlElement).setAttribute('colspan', 1e9 as never),
    ],
    ['of more words than a note holds', (client) => client.write('x'.repeat(70_000))],
  ])('%s is refused with a message, and others in the note and in other notes continue', async (_what, change) => {
    const [address, elsewhere] = [await seeded('words'), await seeded('elsewhere')]
    const [eve, ann, bob] = await Promise.all([open(address), open(address), open(elsewhere)])
    const before = residentMb()
    change(eve)
    await vi.waitFor(() => expect(eve.messages).toContainEqual({ type: 'locked', reason: 'size' }), { timeout: 30_000 })
    ann.write('goes on')
    bob.write('goes on too')
    await Promise.all([ann.checkpoint(), bob.checkpoint()])
    const html = noteJsonToHtml((await readNoteJson(db, address.articleId, address.tabId)) ?? { type: 'doc' })
    expect(html).toBe('<p>words</p><p>goes on</p>')
    expect(eve.has('saved')).toBe(false)
    expect(residentMb() - before).toBeLessThan(200)
  })

  test('that exceeds the maximum message size ends its connection, and nobody else’s', async () => {
    const address = await seeded('words')
    const [eve, ann] = await Promise.all([open(address), open(address)])
    const before = residentMb()
    eve.document.getMap('other').set('bytes', 'x'.repeat(20_000_000))
    await vi.waitFor(() => expect(eve.closings).toContain(1009), { timeout: 30_000 })
    eve.destroy()
    ann.write('goes on')
    await ann.checkpoint()
    // The test client keeps its copies in the same process.
    expect(residentMb() - before).toBeLessThan(400)
  })
})
