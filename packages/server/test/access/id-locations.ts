/** Finds the ids and email addresses of things in a request. */
import { newId, newShortId } from '@knowreel/shared/identity/ids.ts'
import { newProviderId } from '../../src/billing/billing.builder.ts'
import type { Subjects } from './subjects.ts'
import type { SampleRequest } from '../world.ts'

export type Kind = 'id' | 'short id' | 'provider id' | 'email'
export type SubjectName = keyof Subjects

/** An identifier of one thing in a request: which kind it is, and how to read the same one from other things. */
type KnownId = { readonly thing: SubjectName; readonly kind: Kind; readonly of: (things: Subjects) => string }
export type IdLocation = KnownId & { readonly path: readonly string[] }

const knownIds: readonly KnownId[] = [
  ...(
    [
      'company',
      'colleague',
      'workspace',
      'article',
      'deletedArticle',
      'comment',
      'reaction',
      'draft',
      'ownDraft',
      'meeting',
      'webhook',
      'template',
      'session',
      'apiKey',
      'group',
      'invitation',
    ] as const
  ).map((thing) => ({ thing, kind: 'id' as const, of: (things: Subjects) => things[thing].id })),
  ...(['workspace', 'article', 'deletedArticle', 'draft', 'ownDraft', 'group'] as const).map((thing) => ({
    thing,
    kind: 'short id' as const,
    of: (things: Subjects) => things[thing].shortId,
  })),
  ...(['subscription', 'transaction'] as const).map((thing) => ({
    thing,
    kind: 'provider id' as const,
    of: (things: Subjects) => things[thing].id,
  })),
  { thing: 'webhook', kind: 'id', of: ({ webhook }) => webhook.deliveryId },
  { thing: 'group', kind: 'id', of: ({ group }) => group.member.id },
  { thing: 'group', kind: 'email', of: ({ group }) => group.invitedEmail },
  { thing: 'colleague', kind: 'email', of: ({ colleague }) => colleague.email },
  { thing: 'invitation', kind: 'email', of: ({ invitation }) => invitation.email },
]

/** One that does not exist. */
export const createUnknownId: Readonly<Record<Kind, () => string>> = {
  id: newId,
  'short id': newShortId,
  'provider id': () => newProviderId('sub'),
  email: () => `nobody-${newId()}@example.com`,
}

/** Every value of the request that names one of these things, with its path. */
export function idLocations(request: SampleRequest, things: Subjects): IdLocation[] {
  const locations: IdLocation[] = []
  const walk = (value: unknown, path: string[]): void => {
    if (typeof value === 'string') {
      const found = knownIds.find(({ of }) => of(things) === value)
      if (found !== undefined) locations.push({ ...found, path })
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    }
  }
  walk(request, [])
  return locations
}

/** The same request with another value at one path. */
export function replaceAt(request: SampleRequest, path: readonly string[], value: string): SampleRequest {
  const copy = structuredClone(request) as Record<string, unknown>
  let at: Record<string, unknown> = copy
  for (const name of path.slice(0, -1)) at = at[name] as Record<string, unknown>
  const last = path.at(-1)
  if (last !== undefined) at[last] = value
  return copy
}
