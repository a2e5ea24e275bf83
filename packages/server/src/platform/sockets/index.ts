export { closeReason } from './close-reason.ts'
export { closeSocket } from './close-socket.ts'
export { createStreamSockets, type StreamSockets } from './stream-sockets.ts'
export { defineStream, type AnyStream } from './stream.ts'
