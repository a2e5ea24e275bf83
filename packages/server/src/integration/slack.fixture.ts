/** Workspaces that are connected to the Slack of the tests, as a person connects them. */
import { createCompanyDomains } from '../company/index.ts'
import { deriveKey } from '../platform/crypto/sealed-box.ts'
import { aChannel, type SlackServer } from '../../test/servers/slack-server.ts'
import { testSecret, type TestServer } from '../../test/server.ts'
import { createSlackClient } from './slack-client.ts'
import { createSlackSecrets } from './slack-secrets.ts'
import type { SlackServices } from './slack-services.ts'

/** A minimal browser: follows no redirect on its own, and keeps the cookie. */
export class SlackBrowser {
  #cookie = ''
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  async get(address: string): Promise<{ status: number; location: string | null; code: string | null }> {
    const url = new URL(address, this.#server.url)
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.#cookie } })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) this.#cookie = set.split(';', 1)[0] ?? ''
    const body = await response.text()
    const code = response.status >= 400 ? (JSON.parse(body) as { code: string }).code : null
    return { status: response.status, location: response.headers.get('location'), code }
  }

  /** Requests a ticket and opens the redirect to Slack. */
  async begin(workspaceId: string, token: string): ReturnType<SlackBrowser['get']> {
    const ticket = (await this.#server.call('session.ticket', {}, token)).ok.token
    return this.get(`/api/integration/slack/${workspaceId}?token=${ticket}`)
  }
}

type Chosen = Parameters<SlackServer['approve']>[1]

/** Connects a workspace. Returns the result in the address that the browser ends at. */
export async function connect(
  { server, slack }: { readonly server: TestServer; readonly slack: SlackServer },
  workspaceId: string,
  token: string,
  chosen: Chosen = { channel: aChannel() },
): Promise<string | null> {
  const browser = new SlackBrowser(server)
  const { location } = await browser.begin(workspaceId, token)
  const back = await browser.get(slack.approve(location ?? '', chosen))
  return new URL(back.location ?? '', server.url).searchParams.get('slack')
}

/** The services of a worker of this installation. */
export const slackServices = (slack: SlackServer, publicUrl: string): SlackServices => ({
  client: createSlackClient(slack.settings),
  secrets: createSlackSecrets(deriveKey(testSecret, 'slack token')),
  domains: createCompanyDomains({ publicUrl, hasCompanyDomains: false }),
  publicAddress: () => publicUrl,
})
