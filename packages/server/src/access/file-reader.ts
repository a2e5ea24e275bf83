import type { Actor } from './actor.ts'

/**
 * What a session must still reach for the address of a file to work: `session` itself, for what is the person's own; the
 * company, for what its people see of each other; or a workspace, for what stands in it.
 */
type FileScope = 'session' | `company:${string}` | `workspace:${string}`

type FileReader = { readonly sessionId: string | null; readonly scope: FileScope }

/** Makes the address of a stored file for one reader; for `everybody` only what guests see too, like logos. */
export type SignAddress = (key: string, reader: FileReader | 'everybody') => string

export const readerOf = (actor: Pick<Actor, 'sessionId'> | null, scope: FileScope): FileReader => ({
  sessionId: actor?.sessionId ?? null,
  scope,
})
