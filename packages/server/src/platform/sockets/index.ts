export { createStreamSockets, type StreamSockets } from './stream-sockets.ts'
export { defineStream, type AnyStream } from './stream.ts'
