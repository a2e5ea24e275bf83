/**
 * Generated from the catalogue: every call is tried with API keys of the workspace's owner. A key has the owner's
 * permissions, reduced to its scope and its workspaces; a revoked or expired one has none.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { keyScopes, type KeyScope } from '@knowreel/shared/catalogue/key-scopes.ts'
import { catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectedCell } from '../../test/access/access-table.ts'
import { isReading, ruledRefusals } from '../../test/access/ruled-calls.ts'
import { databaseChecksum } from '../../test/database-checksum.ts'
import { startTestServer } from '../../test/server.ts'
import { buildWorld, sampleRequests, type CallName, type World } from '../../test/world.ts'
import { buildApiKey } from '../user/api-key/api-key.builder.ts'
import { buildWorkspace } from '../workspace/workspace.builder.ts'

const server = await startTestServer()
const { db } = server
const calls = Object.entries(catalogue).flatMap(([feature, set]) =>
  Object.entries(set).map(([name, call]) => ({ name: `${feature}.${name}` as CallName, call: call as Call })),
)

type KeyKind = {
  readonly scope: KeyScope
  /** The workspace of the sample, or another one that the owner sees as well. */
  readonly limit?: 'inside' | 'outside'
  readonly isExpired?: true
  readonly isRevoked?: true
  readonly isForbidden?: true
}

const kinds: Readonly<Record<string, KeyKind>> = {
  'a key that reads': { scope: 'read' },
  'a key that writes': { scope: 'write' },
  'a key that administers': { scope: 'admin' },
  'a key of the workspace': { scope: 'admin', limit: 'inside' },
  'a key of another workspace': { scope: 'admin', limit: 'outside' },
  'an expired key': { scope: 'admin', isExpired: true },
  'a revoked key': { scope: 'admin', isRevoked: true },
  'a key of a company that forbids keys': { scope: 'admin', isForbidden: true },
}

async function arrange(kind: KeyKind): Promise<{ world: World; token: string }> {
  const world = await buildWorld(db)
  const { company, workspace, people } = world
  const other = await buildWorkspace(db, { company, owner: people.owner })
  const { id, token } = await buildApiKey(db, {
    user: people.owner,
    company,
    scope: kind.scope,
    workspaces: kind.limit === undefined ? null : [kind.limit === 'inside' ? workspace : other],
    expiresAt: kind.isExpired ? new Date(Date.now() - 1000) : null,
  })
  if (kind.isRevoked) await db.deleteFrom('api_keys').where('id', '=', id).execute()
  if (kind.isForbidden)
    await db.updateTable('companies').set({ are_api_keys_off: true }).where('id', '=', company.id).execute()
  return { world, token }
}

/** The expected result: the owner's session may do everything, a key less. */
function expected(kind: KeyKind, name: CallName, call: Call): { status: string; code?: string } {
  if (call.allow === 'guest') return { status: 'ok' }
  if (kind.isExpired || kind.isRevoked) return { status: '401', code: 'not_signed_in' }
  if (kind.isForbidden) return { status: '403', code: 'api_keys_off' }
  const { key } = call
  if (key === null) return { status: '403', code: 'api_key_refused' }
  if (keyScopes.indexOf(key.scope) > keyScopes.indexOf(kind.scope)) return { status: '403', code: 'api_key_scope' }
  if (key.isCompanyWide && kind.limit !== undefined) return { status: '403', code: 'api_key_workspaces' }
  const isOutside = kind.limit === 'outside' && typeof call.allow === 'object'
  // Outside of its workspaces, a key sees what a colleague without a role sees.
  return { status: expectedCell('private', name, call, isOutside ? 'colleague' : 'owner') }
}

const isLeastKey = ({ scope, limit }: KeyKind, { key }: Call): boolean => limit === undefined && key?.scope === scope

const cellsOf = (kind: KeyKind) => calls.map(({ name, call }) => ({ name, call, ...expected(kind, name, call) }))

/** Each writing call needs data of its own, so it is tried with the least key that may make it. */
const admittedBy = (kind: KeyKind) =>
  cellsOf(kind).filter(
    ({ name, call, status }) =>
      status === 'ok' &&
      call.allow !== 'guest' &&
      (isReading(name, call) ? call.key?.scope === kind.scope || kind.limit !== undefined : isLeastKey(kind, call)),
  )

describe.each(Object.entries(kinds))('%s', (_, kind) => {
  test('is refused, and changes nothing', async () => {
    const { world, token } = await arrange(kind)
    // The last use of a key is no change.
    const forgetUse = () => db.updateTable('api_keys').set({ last_used_at: null }).execute()
    await forgetUse()
    const before = await databaseChecksum(db)
    for (const { name, status, code } of cellsOf(kind).filter((cell) => cell.status !== 'ok')) {
      const answer = await server.call(name, sampleRequests[name](world) as never, token)
      expect(`${name} ${answer.status}`).toBe(`${name} ${status}`)
      expect([name, code ?? answer.error.code]).toEqual([name, answer.error.code])
    }
    await forgetUse()
    expect(await databaseChecksum(db)).toBe(before)
  })
})

describe.each(Object.entries(kinds).filter(([, kind]) => admittedBy(kind).length > 0))('%s', (_, kind) => {
  let shared: { world: World; token: string }
  beforeAll(async () => {
    shared = await arrange(kind)
  })

  test.each(admittedBy(kind))('may $name', async ({ name, call }) => {
    const { world, token } = isReading(name, call) ? shared : await arrange(kind)
    const answer = await server.call(name, sampleRequests[name](world) as never, token)
    const refusal = ruledRefusals[name]
    if (refusal === undefined) expect(answer.ok).toBeDefined()
    else expect(answer.error.code).toBe(refusal)
  })
})

test('keys make no call that manages keys, sessions, the account or the installation', () => {
  const forbidden = ['apiKey', 'session', 'account', 'twoFactor', 'admin', 'billingAdmin']
  const found = calls.filter(({ name, call }) => call.key !== null && forbidden.includes(name.split('.')[0] ?? ''))
  expect(found).toEqual([])
  const writing = calls.filter(({ name, call }) => call.key?.scope === 'read' && !isReading(name, call))
  // They change no content: a question, an export, and URLs of files.
  expect(writing.map(({ name }) => name).toSorted()).toEqual([
    'ai.ask',
    'fileAttachment.url',
    'image.url',
    'importExport.exportArticle',
    'importExport.exportWorkspace',
  ])
})
