import type { Actor } from './actor.ts'

/**
 * The access that a session must keep for a file URL to work: `session` itself (the person's own files), the company
 * (what its people see of each other), a workspace (its content), an article or draft (what it shows), the complete
 * recordings it plays pieces of, the versions of an article (visible to its editors only), or the link that shares an
 * article.
 */
type FileScope =
  | 'session'
  | `company:${string}`
  | `workspace:${string}`
  | `article:${string}`
  | `sources:${string}`
  | `versions:${string}`
  | `link:${string}`

type FileReader = { readonly sessionId: string | null; readonly scope: FileScope }

/** Signs the URL of a stored file for one reader; `everybody` only for what guests may see, like logos. */
export type SignAddress = (key: string, reader: FileReader | 'everybody', as?: DownloadOptions | PageOptions) => string

/** Downloads the file under this name instead of showing it. */
type DownloadOptions = { readonly fileName: string; readonly isDownload: true }

/** A document that we generated, shown in its own window until it expires. */
type PageOptions = { readonly fileName: string; readonly isPage: true; readonly expiresAt: Date }

export const fileReader = (actor: Pick<Actor, 'sessionId'> | null, scope: FileScope): FileReader => ({
  sessionId: actor?.sessionId ?? null,
  scope,
})
