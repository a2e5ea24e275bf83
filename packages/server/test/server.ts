/** The real server for tests over HTTP: a database per test file, a free port, and calls typed from the catalogue. */
import type { CallName, CallOf } from '@knowreel/shared/catalogue/call-names.ts'
import { catalogue, type Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { Call, CallResponse, CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { ErrorResponse } from '@knowreel/shared/error/app-error.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { App, AppOptions } from '../src/app/app-options.ts'
import { openApp } from '../src/app/open-app.ts'
import type { BillingSettings } from '../src/platform/config/billing.ts'
import type { SlackSettings } from '../src/platform/config/slack.ts'
import type { Role } from '../src/platform/config/config.ts'
import type { Db } from '../src/platform/database/db.ts'
import { buildOpenApi, type OpenApi } from '../src/platform/http/openapi.ts'
import { createLog } from '../src/platform/log/log.ts'
import { startSession } from '../src/user/index.ts'
import { passwordCost } from '../src/user/sign-in/password.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type TestResponse<C extends Call> = {
  status: number
  headers: Headers
  ok: CallResponse<C>
  error: ErrorResponse
}

export type TestServer = App & {
  readonly db: Db
  readonly url: string
  readonly dataDirectory: string
  /** A session of this person in this company, without a password. */
  signIn(user: { id: string }, company: { id: string } | null): Promise<string>
  /**
   * Makes a call. `ok` is the output of a success, `error` of a failure; reading the wrong one fails the test.
   * `call('article.get', { params: { id } }, token)`
   */
  call<Name extends CallName>(
    name: Name,
    request: CallRequest<CallOf<Name>>,
    token?: string | null,
  ): Promise<TestResponse<CallOf<Name>>>
}

/** Shared by every test server, so that tests can sign what the server signs. */
export const testSecret = 'a secret for tests only, 32 characters'

/** Billing is on, with a provider that cannot be reached. */
const unreachableBilling: BillingSettings = {
  apiKey: 'pdl_test_key',
  clientToken: 'test_client_token',
  webhookSecrets: ['pdl_ntfset_test_secret'],
  environment: 'sandbox',
  apiUrl: 'http://127.0.0.1:9',
}

/** Slack is on, and cannot be reached. */
const unreachableSlack: SlackSettings = {
  clientId: '1.2',
  clientSecret: 'slack client secret',
  signingSecret: 'slack signing secret',
  origin: 'http://127.0.0.1:9',
}

Object.assign(passwordCost, { memoryCost: 1024, timeCost: 1 })

/** Starts the server for a test file and stops it when the file ends. */
export async function startTestServer({
  roles = ['api', 'collab'],
  isRateLimited = false,
  config = {},
  webDirectory,
  extensionDirectory,
  streams = [],
  fetchPublic,
  embedEndpoints,
  fetchCalendar,
  resolver,
  aiTimes,
  reporter,
  port = 0,
  connection,
}: {
  roles?: readonly Role[]
  isRateLimited?: boolean
  /** Differences from an installation without any configuration. */
  config?: Partial<AppOptions['config']>
  webDirectory?: string
  extensionDirectory?: string
  streams?: AppOptions['streams']
  fetchPublic?: AppOptions['fetchPublic']
  embedEndpoints?: AppOptions['embedEndpoints']
  fetchCalendar?: AppOptions['fetchCalendar']
  resolver?: AppOptions['resolver']
  aiTimes?: AppOptions['aiTimes']
  reporter?: AppOptions['reporter']
  /** 0 selects any free port. */
  port?: number
  /** The database of another server of this test file. */
  connection?: TestDatabase<unknown>['connection']
} = {}): Promise<TestServer> {
  connection ??= (await createTestDatabase()).connection
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'knowreel-test-'))
  const app = await openApp({
    config: {
      dataDirectory,
      publicUrl: null,
      roles: new Set(roles),
      secret: testSecret,
      smtpUrl: null,
      billing: unreachableBilling,
      slack: unreachableSlack,
      ...config,
    },
    connection,
    log: createLog({ logLevel: 'error' }),
    webDirectory: webDirectory ?? path.join(dataDirectory, 'no-web-app'),
    extensionDirectory,
    isRateLimited,
    streams,
    fetchPublic,
    embedEndpoints,
    fetchCalendar,
    resolver,
    aiTimes,
    ...(reporter && { reporter }),
  })
  const url = await app.http.listen({ port, host: '127.0.0.1' })
  afterAll(async () => {
    await app.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  })
  return {
    ...app,
    url,
    dataDirectory,
    signIn: (user, company) =>
      startSession(app.db, { userId: user.id, companyId: company?.id ?? null, userAgent: null }),
    call: (name, request, token) => makeCall(url, name, request as RawRequest, token ?? null),
  }
}

let openApi: OpenApi | null = null

/** Checks that the OpenAPI document declares every response that a test causes. */
function expectDeclaredStatus(call: Call, status: number): void {
  openApi ??= buildOpenApi(catalogue)
  const operation = openApi.paths[call.path.replace(/(?<=.)\/$/, '')]?.[call.method.toLowerCase()]
  if (operation?.responses[String(status)] === undefined)
    throw new Error(`${call.method} ${call.path} answered ${status}, which the OpenAPI document does not declare`)
}

type RawRequest = { params?: Record<string, string>; query?: unknown; body?: unknown }

async function makeCall<Name extends CallName>(
  url: string,
  name: Name,
  request: RawRequest,
  token: string | null,
): Promise<TestResponse<CallOf<Name>>> {
  const [feature, callName] = name.split('.') as [keyof Catalogue, string]
  const call = (catalogue[feature] as unknown as Record<string, Call>)[callName]
  if (call === undefined) throw new Error(`No call ${name}`)
  const address = call.path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
    encodeURIComponent(request.params?.[param] ?? ''),
  )
  const query = new URLSearchParams((request.query ?? {}) as Record<string, string>).toString()
  const response = await fetch(`${url}/api${address}${query && `?${query}`}`, {
    method: call.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: request.body === undefined ? null : JSON.stringify(request.body),
  })
  expectDeclaredStatus(call, response.status)
  const answer: unknown = await response.json()
  const summary = `${call.method} ${address} answered ${response.status}: ${JSON.stringify(answer).slice(0, 500)}`
  return {
    status: response.status,
    headers: response.headers,
    get ok() {
      if (response.status !== 200) throw new Error(summary)
      return answer as CallResponse<CallOf<Name>>
    },
    get error() {
      if (response.status === 200) throw new Error(summary)
      return answer as ErrorResponse
    },
  }
}
