import type { Actor } from './actor.ts'

/**
 * What a session must still reach for the address of a file to work: `session` itself, for what is the person's own; the
 * company, for what its people see of each other; a workspace, for what stands in it; an article or draft, for what it
 * plays and shows; the versions of an article, for what only those who edit it see; or the link by which somebody reads an
 * article.
 */
type FileScope =
  | 'session'
  | `company:${string}`
  | `workspace:${string}`
  | `article:${string}`
  | `versions:${string}`
  | `link:${string}`

type FileReader = { readonly sessionId: string | null; readonly scope: FileScope }

/** Makes the address of a stored file for one reader; for `everybody` only what guests see too, like logos. */
export type SignAddress = (key: string, reader: FileReader | 'everybody', as?: Saving | Page) => string

/** Under this name the file is saved instead of shown. */
type Saving = { readonly fileName: string; readonly isDownload: true }

/** A document that we made, shown in a window of its own, until then. */
type Page = { readonly fileName: string; readonly isPage: true; readonly expiresAt: Date }

export const readerOf = (actor: Pick<Actor, 'sessionId'> | null, scope: FileScope): FileReader => ({
  sessionId: actor?.sessionId ?? null,
  scope,
})
