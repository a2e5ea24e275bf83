import { createPublicFetch } from '../../src/platform/fetch/index.ts'
import { startTestServer } from '../server.ts'

/** A server in all its roles, and the URLs that it has been asked to fetch so far. */
export async function startFetchingServer() {
  const fetched: string[] = []
  const server = await startTestServer({
    roles: ['api', 'collab', 'worker'],
    fetchPublic: (address, limits) => {
      fetched.push(address)
      return createPublicFetch()(address, limits)
    },
  })
  return { server, fetched }
}
