/**
 * Random requests derived from the samples: valid ones, ones with ids of other things, and ones that claim more than
 * allowed.
 */
import type { Call } from '@knowreel/shared/catalogue/call.ts'
import { companyRoles } from '@knowreel/shared/company/company.calls.ts'
import { workspaceRoles } from '@knowreel/shared/workspace/workspace.calls.ts'
import type { SampleRequest } from '../world.ts'

export type Random = {
  /** From 0 to 1. */
  next(): number
  pick<T>(from: readonly T[]): T
}

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    pick: (from) => {
      const picked = from[Math.floor(next() * from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}

const roles: readonly string[] = [...new Set([...companyRoles, ...workspaceRoles])]
const idPattern = /^[0-9a-f-]{36}$|^[2-9a-hjkmnp-z]{10}$/
const emailPattern = /^[^\s@]+@[^\s@]+$/

/** Fields that no client may set for itself. */
const privilegedFields: Record<string, unknown> = {
  role: 'owner',
  isSuperAdmin: true,
  isActivated: true,
  status: 'active',
  visibility: 'public',
  company: 'id',
  companyId: 'id',
  userId: 'id',
  user: 'id',
  ownerId: 'id',
  workspace: 'id',
  parentArticle: 'id',
  copyOf: 'id',
  groupId: 'id',
  sessionId: 'id',
}

export function randomRequest(
  chance: Random,
  call: Call,
  sample: SampleRequest,
  pool: readonly string[],
): SampleRequest {
  const ids = pool.filter((value) => idPattern.test(value))
  const emails = pool.filter((value) => emailPattern.test(value))
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner)]))
    if (chance.next() < 0.5) return value
    if (typeof value === 'boolean') return chance.next() < 0.5
    if (typeof value !== 'string') return value
    if (roles.includes(value)) return chance.pick(roles)
    if (idPattern.test(value)) return chance.pick(ids)
    if (emailPattern.test(value)) return chance.pick(emails)
    return value
  }
  const request = change(sample) as SampleRequest
  if (call.method === 'GET' || chance.next() > 0.15) return request
  const [field, value] = chance.pick(Object.entries(privilegedFields))
  return {
    ...request,
    body: { ...(request.body as object | undefined), [field]: value === 'id' ? chance.pick(ids) : value },
  }
}

const valuePattern =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|"[2-9a-hjkmnp-z]{10}"|[\w.+-]+@example\.com|"[\w-]{43}"|"[0-9A-Za-z]{32}"/g

/** Ids, email addresses and tokens in a response. */
export const extractValues = (answer: string): string[] =>
  [...answer.matchAll(valuePattern)].map(([value]) => value.replaceAll('"', ''))
