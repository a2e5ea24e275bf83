/**
 * The page of the web app, as the last build left it. A build may be replaced while the server runs: each request looks
 * whether the file is still the same, and what belongs together (page, packings, hashes of its scripts) is read in one go.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export type BuiltPage = {
  readonly html: string
  /** The same, packed as small as it gets. */
  readonly packed: Readonly<Record<'br' | 'gzip', Buffer>>
  readonly etag: string
  /** `'sha256-…'` of each script that stands in it, for the content security policy. */
  readonly scriptHashes: readonly string[]
}

/** Null where there is no page, or none that is whole: a build is under way. */
export function createFindPage(directory: string): () => BuiltPage | null {
  const file = path.join(directory, 'index.html')
  let known: { readonly stamp: string; readonly page: BuiltPage } | null = null
  return () => {
    // Before the page is read: written in between, it has another stamp at the next request, and is read again.
    const stamp = stampOf(file)
    if (stamp === null) return null
    if (known?.stamp === stamp) return known.page
    const html = readFileSync(file, 'utf8')
    if (!isWhole(html, directory)) return null
    known = { stamp, page: readPage(html) }
    return known.page
  }
}

function stampOf(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.ino} ${found.size} ${found.mtimeNs}`
}

/** Ends as it should, and all files are there that it asks for. */
const isWhole = (html: string, directory: string): boolean =>
  html.trimEnd().endsWith('</html>') &&
  [...html.matchAll(/"\/(assets\/[\w.-]+)"/g)].every(([, name = '']) => existsSync(path.join(directory, name)))

const readPage = (html: string): BuiltPage => ({
  html,
  packed: { br: brotliCompressSync(html), gzip: gzipSync(html, { level: 9 }) },
  etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
  scriptHashes: [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  ),
})
