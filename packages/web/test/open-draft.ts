/** Opens the edit page of a draft whose notes are never synced, with the server's messages to its room. */
import { expect } from 'vitest'
import { encodeAwarenessUpdate, Awareness } from 'y-protocols/awareness'
import { Doc, encodeStateAsUpdate } from 'yjs'
import type { RoomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import { buildArticle } from '../src/article/edit/draft/draft.fixture.ts'
import { neverAnswers, type Answers } from './fake-server.ts'
import { openPage, runWhenClosed } from './open-page.tsx'
import { button, expectVisible } from './person.ts'
import { aWorkspace } from './samples.ts'
import { workspaceAnswers } from './workspace-answers.ts'

const workspace = aWorkspace({ id: 'runbooks', visibility: 'organization' })

export async function openDraft(answers: Answers = {}) {
  const draft = buildArticle({ workspace })
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
      'article.saveDraft': neverAnswers,
      ...answers,
    },
  })
  await expectVisible(button('Publish and notify'))
  const room = () => sockets.find(({ path }) => path.startsWith('/collaboration'))
  await expect.poll(() => room()?.readyState).toBe(WebSocket.OPEN)
  await expect.poll(() => server.requests('draft.discardHash').length).toBe(1)
  /** A message of Hocuspocus: the name of the document, the type, the content. */
  const send = (type: number, content: Iterable<number>) => {
    const name = new TextEncoder().encode(draft.id)
    room()?.dispatchEvent(
      new MessageEvent('message', { data: new Uint8Array([name.length, ...name, type, ...content]).buffer }),
    )
  }
  return {
    server,
    draft,
    receive: (message: RoomServerMessage) => send(5, withLength(new TextEncoder().encode(JSON.stringify(message)))),
    /** The server's answer to everyone who enters the room: the second step of a sync, with an empty document. */
    enterRoom: () => send(0, [1, ...withLength(encodeStateAsUpdate(new Doc()))]),
    /** A colleague who has opened the draft too. */
    join: (user: { id: string; name: string }) => {
      const awareness = new Awareness(new Doc())
      runWhenClosed(() => awareness.destroy())
      awareness.setLocalStateField('user', user)
      send(1, withLength(encodeAwarenessUpdate(awareness, [awareness.clientID])))
    },
  }
}

const withLength = (content: Uint8Array): number[] => [...varUint(content.length), ...content]

function varUint(value: number): number[] {
  return value < 128 ? [value] : [128 | (value & 127), ...varUint(value >> 7)]
}
