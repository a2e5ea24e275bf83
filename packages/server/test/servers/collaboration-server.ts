import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Collaboration, CollaborationOptions } from '../../src/note/live/collaboration.types.ts'
import { createCollaboration } from '../../src/note/index.ts'
import { COLLABORATION_PATH } from '@knowreel/shared/socket/session-socket.ts'

export interface CollaborationServer {
  collaboration: Collaboration
  /** ws://… with the path. */
  url: string
  close(): Promise<void>
}

type Options = Pick<CollaborationOptions<string>, 'db'> & Partial<CollaborationOptions<string>>

export const silentLog = { debug() {}, info() {}, warn() {}, error() {} }

/** The collaboration server alone, on a free port. Tokens name the actor; by default everyone may write. */
export async function startCollaboration(options: Options, port = 0): Promise<CollaborationServer> {
  const collaboration = createCollaboration<string>({
    log: silentLog,
    authorise: async (token) => ({ actor: token, mayWrite: true }),
    recheck: async (connections) => new Set(connections.map(({ id }) => id)),
    enqueueCompaction: async () => {},
    ...options,
  })
  const server = createServer((_request, response) => response.end())
  server.on('upgrade', (request, socket, head) => {
    if (!collaboration.handleUpgrade(request, socket, head)) socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: actualPort } = server.address() as AddressInfo
  return {
    collaboration,
    url: `ws://127.0.0.1:${actualPort}${COLLABORATION_PATH}`,
    async close() {
      await collaboration.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
