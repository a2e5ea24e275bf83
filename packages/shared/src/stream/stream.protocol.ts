// The messages on `/socket/{stream}?token={ticket}`, beside those of socket/session-socket.ts.
//
// One socket carries one generation: start → updates → result → close 3001. `cancel` ends the generation and closes with
// 3001. A closed socket does not end it: `reconnect` on a new socket sends the last update and continues. If nothing is
// running, `reconnect` closes with 3000.
//
// Clients of smart notes write `reconnect` into the data of a `start`, which means the same.
import * as z from 'zod'

export const streamClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), data: z.unknown() }),
  z.object({ type: z.literal('reconnect'), data: z.unknown() }),
  z.object({ type: z.literal('cancel') }),
])
export type StreamClientMessage = z.infer<typeof streamClientMessage>

/** `progress` from 0 to 100. */
export type StreamStatus = { readonly progress: number; readonly step?: string }

export type StreamServerMessage =
  | { readonly type: 'update'; readonly status: StreamStatus; readonly data?: unknown }
  | { readonly type: 'result'; readonly data: unknown }
