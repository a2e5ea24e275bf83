/** The live room of an article's editors: who is present, and server messages that are not part of the notes. */
import { HocuspocusProvider } from '@hocuspocus/provider'
import { type RoomServerMessage, roomServerMessage } from '@knowreel/shared/note/note.protocol.ts'
import type { Awareness } from 'y-protocols/awareness'
import { acquireNoteSocket, type NoteSocketOptions } from './note-socket.ts'

export interface ArticleRoomOptions extends NoteSocketOptions {
  getToken: () => string | Promise<string>
  articleId: string
  user: { readonly id: string; readonly name: string }
  onMessage: (message: RoomServerMessage) => void
  /** True after every sync, false when the connection ends. */
  onConnectionChange?: (isConnected: boolean) => void
  /** Entry was refused; `access` reports a right that is lost later. */
  onRefused?: () => void
}

export interface ArticleRoom {
  /** The server adds `user: { id, name }` to the states of the others, if it knows them. */
  readonly awareness: Awareness
  destroy(): void
}

export function openArticleRoom(options: ArticleRoomOptions): ArticleRoom {
  const socket = acquireNoteSocket(options, options.articleId)
  let isLeft = false
  const leave = (): void => {
    if (isLeft) return
    isLeft = true
    provider.destroy()
    provider.document.destroy()
    socket.release()
  }
  const provider = new HocuspocusProvider({
    websocketProvider: socket.websocketProvider,
    name: options.articleId,
    token: async () => options.getToken(),
    onStateless: ({ payload }) => {
      const message = roomServerMessage.safeParse(JSON.parse(payload)).data
      if (message) options.onMessage(message)
    },
    onSynced: () => !isLeft && options.onConnectionChange?.(true),
    onClose: () => !isLeft && options.onConnectionChange?.(false),
    onAuthenticationFailed: ({ reason }) => {
      if (reason === 'permission-denied' || reason === 'unknown-document') {
        leave()
        options.onRefused?.()
      } else socket.reconnectLater()
    },
  })
  const awareness = provider.awareness as Awareness
  awareness.setLocalStateField('user', options.user)
  provider.attach()

  return { awareness, destroy: leave }
}
