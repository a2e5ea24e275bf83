/** Workspaces that are connected to the Slack of the tests, as a person connects them. */
import { createCompanyDomains } from '../company/index.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import { aChannel, type SlackServer } from '../../test/servers/slack-server.ts'
import { testSecret, type TestServer } from '../../test/server.ts'
import { createSlackClient } from './slack-client.ts'
import { createSlackSecrets } from './slack-secrets.ts'
import type { SlackServices } from './slack-services.ts'

/** A minimal browser that follows no redirect on its own. */
export class SlackBrowser {
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  async get(address: string): Promise<{ status: number; location: string | null; code: string | null }> {
    const response = await fetch(new URL(address, this.#server.url), { redirect: 'manual' })
    const body = await response.text()
    const code = response.status >= 400 ? (JSON.parse(body) as { code: string }).code : null
    return { status: response.status, location: response.headers.get('location'), code }
  }

  /** Requests a ticket and opens the redirect to Slack. */
  async begin(workspaceId: string, token: string): ReturnType<SlackBrowser['get']> {
    const ticket = (await this.#server.call('session.ticket', {}, token)).ok.token
    return this.get(`/api/integration/slack/${workspaceId}?token=${ticket}`)
  }

  /** Opens the address that Slack redirects to, and does what the page then does. Returns how it ended. */
  async finish(callback: string, workspaceId: string, token: string): Promise<string | null> {
    const { location } = await this.get(callback)
    const { hash, searchParams } = new URL(location ?? '', this.#server.url)
    const grant = new URLSearchParams(hash.slice(1))
    const [code, state] = [grant.get('code'), grant.get('state')]
    if (code === null || state === null) return searchParams.get('slack')
    const answer = await this.#server.call(
      'slack.connect',
      { params: { id: workspaceId }, body: { code, state } },
      token,
    )
    return answer.status === 200 ? 'connected' : answer.error.code
  }
}

type Chosen = Parameters<SlackServer['approve']>[1]

/** Connects a workspace. Returns how it ended. */
export async function connect(
  { server, slack }: { readonly server: TestServer; readonly slack: SlackServer },
  workspaceId: string,
  token: string,
  chosen: Chosen = { channel: aChannel() },
): Promise<string | null> {
  const browser = new SlackBrowser(server)
  const { location } = await browser.begin(workspaceId, token)
  return browser.finish(slack.approve(location ?? '', chosen), workspaceId, token)
}

/** The services of a worker of this installation. */
export const slackServices = (slack: SlackServer, publicUrl: string): SlackServices => ({
  client: createSlackClient(slack.settings),
  secrets: createSlackSecrets(deriveKey(testSecret, 'slack token')),
  domains: createCompanyDomains({ publicUrl, hasCompanyDomains: false }),
  publicAddress: () => publicUrl,
})
