// What client and server say to each other on `/socket/{stream}?token={ticket}`, in JSON text frames.
//
// One generation a socket: start → updates → result → close 3001. `cancel` ends the generation and closes with 3001; a
// closed socket does not end it, and `reconnect` on a new socket gives the last update and goes on. Where nothing is
// running `reconnect` closes with 3000. Either side may send `ping` and is answered with `pong`; a side that has heard
// nothing for 60 s closes. The reason of 3000 and 3002 is the message to show.
//
// Clients of smart notes write `reconnect` into the data of a `start`; that is the same thing.
import * as z from 'zod'

export { STREAM_PATH, streamCloseCodes, TICKET_PARAMETER } from './stream-address.ts'

export const streamClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), data: z.unknown() }),
  z.object({ type: z.literal('reconnect'), data: z.unknown() }),
  z.object({ type: z.literal('cancel') }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('pong') }),
])
export type StreamClientMessage = z.infer<typeof streamClientMessage>

/** `progress` from 0 to 100. */
export type StreamStatus = { readonly progress: number; readonly step?: string }

export type StreamServerMessage =
  | { readonly type: 'update'; readonly status: StreamStatus; readonly data?: unknown }
  | { readonly type: 'result'; readonly data: unknown }
  | { readonly type: 'ping' | 'pong' }
