import { beforeEach, expect, it } from 'vitest'
import type { RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import type { FakeSocket } from '../../../test/fake-socket.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectVisible, person } from '../../../test/person.ts'
import { aWorkspace } from '../../../test/samples.ts'
import { workspaceAnswers } from '../../../test/workspace-answers.ts'
import { dismissToast } from '../../ui/toast/toast.ts'
import { buildArticle } from './draft/draft.fixture.ts'

const workspace = aWorkspace({ id: 'runbooks', visibility: 'organization' })
const draft = buildArticle({ workspace })

beforeEach(() => dismissToast())

async function openDraft() {
  const { server, sockets } = await openPage('/draft/art5678901', {
    width: 1440,
    height: 900,
    answers: {
      ...workspaceAnswers([workspace]),
      'draft.get': { article: draft },
      'draft.discardHash': { hash: 'a' },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
      'article.saveDraft': () => Promise.withResolvers<never>().promise,
    },
  })
  await expectVisible(button('Publish and notify'))
  const room = () => sockets.find(({ path }) => path.startsWith('/collaboration'))
  await expect.poll(() => room()?.readyState).toBe(WebSocket.OPEN)
  await expect.poll(() => server.requests('draft.discardHash').length).toBe(1)
  const receive = (message: RoomServerMessage) => sendToRoom(room(), message)
  return { server, receive }
}

/** A stateless message of Hocuspocus: the name of the document, the type 5, the text. */
function sendToRoom(socket: FakeSocket | undefined, message: RoomServerMessage): void {
  const text = (words: string) => {
    const bytes = new TextEncoder().encode(words)
    return [bytes.length, ...bytes]
  }
  const { buffer } = new Uint8Array([...text(draft.id), 5, ...text(JSON.stringify(message))])
  socket?.dispatchEvent(new MessageEvent('message', { data: buffer }))
}

it('says that a draft was already published instead of publishing it again, and offers to keep editing', async () => {
  const { server, receive } = await openDraft()
  receive({ type: 'published', id: draft.id })
  await person.click(button('Publish and notify'))
  await expectVisible('This draft was already published')
  await expectVisible(button('Keep editing'))
  expect(server.requests('article.save')).toEqual([])
})

it('requests nothing more about a draft that was published', async () => {
  const { server, receive } = await openDraft()
  const reads = server.requests('draft.get').length
  receive({ type: 'saved', at: '2026-11-27T20:00:00.000Z' })
  receive({ type: 'published', id: draft.id })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(server.requests('draft.get')).toHaveLength(reads)
  expect(server.requests('draft.discardHash')).toHaveLength(1)
})
