export { jsonFormat, type SessionSocket, type SocketFormat, type SocketHandler } from './session-socket.ts'
export { openSessionSockets, type SessionSockets, type SocketTickets } from './session-sockets.ts'
export { defineStream, type AnyStream, type Progress } from './stream.ts'
export { createStreamSockets, type StreamSockets } from './stream-sockets.ts'
