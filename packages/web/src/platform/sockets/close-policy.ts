import { closeCodes, type CloseCode } from '@knowreel/shared/socket/session-socket.ts'

/**
 * `reconnect` after a wait that grows with each failure · `reconnect-later` the same, but not before the server had a
 * moment to recover, or the same message would do harm again · `end` the owner receives the code and no connection
 * follows
 */
export type CloseReaction = 'reconnect' | 'reconnect-later' | 'end'

/** A resumed stream has a generation in progress that an earlier connection started. */
export type SocketKind = 'live' | 'stream' | 'resumed stream' | 'note'

type Reactions = Readonly<Record<SocketKind, CloseReaction>>

const forAllKinds = (reaction: CloseReaction): Reactions => ({
  live: reaction,
  stream: reaction,
  'resumed stream': reaction,
  note: reaction,
})
const reconnect = forAllKinds('reconnect')
const reconnectLater = forAllKinds('reconnect-later')
const endStreams = { stream: 'end', 'resumed stream': 'end' } as const

const reactions: Readonly<Record<CloseCode, Reactions>> = {
  [closeCodes.normal]: reconnect,
  [closeCodes.goingAway]: reconnect,
  [closeCodes.protocolError]: { ...reconnectLater, ...endStreams },
  [closeCodes.unnamed]: reconnect,
  [closeCodes.lost]: reconnect,
  [closeCodes.tooLarge]: { ...reconnectLater, ...endStreams },
  [closeCodes.internal]: reconnectLater,
  [closeCodes.restart]: reconnect,
  [closeCodes.tryLater]: reconnectLater,
  // A resumed generation that is no longer running ended with its process, and starts again.
  [closeCodes.warning]: { ...reconnect, stream: 'end' },
  [closeCodes.success]: { ...reconnect, ...endStreams },
  // For the live socket the next ticket decides whether the session is still valid.
  [closeCodes.error]: { ...reconnect, ...endStreams },
  [closeCodes.reset]: reconnect,
  [closeCodes.unauthorized]: reconnect,
  // Each note sends its token again and is refused individually.
  [closeCodes.forbidden]: reconnect,
  [closeCodes.silent]: reconnect,
}

const reactionsByCode: Partial<Record<number, Reactions>> = reactions

/** An unknown code from a newer server counts as a lost connection. */
export const reactionTo = (kind: SocketKind, code: number): CloseReaction =>
  reactionsByCode[code]?.[kind] ?? 'reconnect'
