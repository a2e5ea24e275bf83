/**
 * The page of the web app from the last build. A build may be replaced while the server runs: each request checks
 * whether the file is unchanged, and everything that belongs together (page, compressed forms, script hashes) is read
 * together.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export type BuiltPage = {
  readonly html: string
  /** The same, compressed at the highest level. */
  readonly compressed: Readonly<Record<'br' | 'gzip', Buffer>>
  readonly etag: string
  /** `'sha256-…'` of each inline script, for the content security policy. */
  readonly scriptHashes: readonly string[]
}

/** Null if there is no complete page, for example during a build. */
export function createPageLoader(directory: string): () => BuiltPage | null {
  const file = path.join(directory, 'index.html')
  let known: { readonly stamp: string; readonly page: BuiltPage } | null = null
  return () => {
    // Before reading the page: if it is replaced in between, its stamp differs at the next request, and it is read
    // again.
    const stamp = fileStamp(file)
    if (stamp === null) return null
    if (known?.stamp === stamp) return known.page
    const html = readFileSync(file, 'utf8')
    if (!isComplete(html, directory)) return null
    known = { stamp, page: readPage(html) }
    return known.page
  }
}

function fileStamp(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeNs}`
}

/** The page is complete, and all files it references exist. */
const isComplete = (html: string, directory: string): boolean =>
  html.trimEnd().endsWith('</html>') &&
  [...html.matchAll(/"\/(assets\/[\w.-]+)"/g)].every(([, name = '']) => existsSync(path.join(directory, name)))

const readPage = (html: string): BuiltPage => ({
  html,
  compressed: { br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }) },
  etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
  scriptHashes: [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  ),
})
