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

const all = (reaction: CloseReaction): Reactions => ({
  live: reaction,
  stream: reaction,
  'resumed stream': reaction,
  note: reaction,
})
const reconnect = all('reconnect')
const later = all('reconnect-later')
const streamsEnd = { stream: 'end', 'resumed stream': 'end' } as const

const reactions: Readonly<Record<CloseCode, Reactions>> = {
  [closeCodes.normal]: reconnect,
  [closeCodes.goingAway]: reconnect,
  [closeCodes.protocolError]: { ...later, ...streamsEnd },
  [closeCodes.unnamed]: reconnect,
  [closeCodes.lost]: reconnect,
  [closeCodes.tooLarge]: { ...later, ...streamsEnd },
  [closeCodes.internal]: later,
  [closeCodes.restart]: reconnect,
  [closeCodes.tryLater]: later,
  // A resumed generation that is no longer running ended with its process, and starts again.
  [closeCodes.warning]: { ...reconnect, stream: 'end' },
  [closeCodes.success]: { ...reconnect, ...streamsEnd },
  // For the live socket the next ticket decides whether the session is still valid.
  [closeCodes.error]: { ...reconnect, ...streamsEnd },
  [closeCodes.reset]: reconnect,
  [closeCodes.unauthorized]: reconnect,
  // Each note sends its token again and is refused individually.
  [closeCodes.forbidden]: reconnect,
  [closeCodes.silent]: reconnect,
}

const known: Partial<Record<number, Reactions>> = reactions

/** An unknown code from a newer server counts as a lost connection. */
export const reactionTo = (kind: SocketKind, code: number): CloseReaction => known[code]?.[kind] ?? 'reconnect'
