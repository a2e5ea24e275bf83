// The messages on `/socket/{stream}?token={ticket}`, beside those of socket/session-socket.ts.
//
// One socket carries one generation: start → updates → result → close 3001. `cancel` ends the generation and closes with
// 3001. A closed socket does not end it: `reconnect` on a new socket sends the last update and continues. If nothing is
// running, `reconnect` closes with 3000.
//
// A page may send an `id` of its own with `start` and `reconnect`. For some minutes after the end, `reconnect` with an id
// that took part reports the outcome again, since the first report may have been lost. `cancel` with an id ends only a
// generation in which it takes part.
//
// Clients of smart notes write `reconnect` into the data of a `start`, which means the same.
import * as z from 'zod'

const id = z.string().max(50).optional()

export const streamClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), id, data: z.unknown() }),
  z.object({ type: z.literal('reconnect'), id, data: z.unknown() }),
  z.object({ type: z.literal('cancel'), id }),
])
export type StreamClientMessage = z.infer<typeof streamClientMessage>

/** `progress` from 0 to 100. */
export type StreamStatus = { readonly progress: number; readonly step?: string }

export type StreamServerMessage =
  | { readonly type: 'update'; readonly status: StreamStatus; readonly data?: unknown }
  | { readonly type: 'result'; readonly data: unknown }
