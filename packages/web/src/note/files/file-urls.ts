/**
 * Notes name images and attachments by bare paths. They are displayed with URLs signed for this reader, valid for an
 * hour. Requests made in the same tick are sent together (one request for each size), and a URL is requested once, so
 * the browser's cache serves an image that is shown again.
 */
import { fileLimits, thumbnailWidths } from '@knowreel/shared/file/file.rules.ts'

/** Fetches a URL for each path, in order; null where the reader cannot access the file. */
export type FetchFileUrls = (request: FileUrlRequest) => Promise<readonly (string | null)[]>

export type FileUrlRequest = {
  readonly kind: 'image' | 'attachment'
  readonly paths: readonly string[]
  /** The article that shows them. */
  readonly articleId: string
  /** Width of the thumbnail in px; null for the original image and for attachments. */
  readonly width: number | null
}

type PendingUrl = { path: string; settle: (address: Promise<string | null>) => void }

export type FileUrls = {
  /** `pixels`: rendered width in device pixels; null for the full image. Never rejects. */
  image: (articleId: string, path: string, pixels: number | null) => Promise<string | null>
  /** Requests a new URL because the known one failed. */
  freshImage: (articleId: string, path: string, pixels: number | null) => Promise<string | null>
  /** Always new, because it is used immediately. */
  attachment: (articleId: string, path: string) => Promise<string | null>
}

/** Renewed well before they expire. */
export const fileUrlLifetimeMs = 50 * 60_000

/** The smallest sufficient thumbnail width; null if only the original is large enough. */
export const thumbnailWidth = (pixels: number | null): number | null =>
  pixels === null ? null : (thumbnailWidths.find((width) => width >= pixels) ?? null)

export function createFileUrls(ask: FetchFileUrls, now: () => number = Date.now): FileUrls {
  const known = new Map<string, { address: Promise<string | null>; at: number }>()
  let waiting = new Map<string, { request: Omit<FileUrlRequest, 'paths'>; wanted: PendingUrl[] }>()

  const send = (): void => {
    const groups = [...waiting.values()]
    waiting = new Map()
    for (const { request, wanted } of groups) {
      for (let at = 0; at < wanted.length; at += fileLimits.paths) {
        const part = wanted.slice(at, at + fileLimits.paths)
        const answer = ask({ ...request, paths: part.map(({ path }) => path) }).catch(() => [])
        part.forEach(({ settle }, index) => settle(answer.then((addresses) => addresses[index] ?? null)))
      }
    }
  }
  const request = (path: string, group: Omit<FileUrlRequest, 'paths'>): Promise<string | null> => {
    if (waiting.size === 0) queueMicrotask(send)
    const key = JSON.stringify(group)
    const entry = waiting.get(key) ?? { request: group, wanted: [] }
    waiting.set(key, entry)
    return new Promise((resolve) => {
      entry.wanted.push({ path, settle: resolve })
    })
  }
  const find = (articleId: string, path: string, width: number | null, isFresh: boolean): Promise<string | null> => {
    const key = JSON.stringify([articleId, path, width])
    const present = known.get(key)
    if (present && !isFresh && now() - present.at < fileUrlLifetimeMs) return present.address
    const address = request(path, { kind: 'image', articleId, width })
    const entry = { address, at: now() }
    known.set(key, entry)
    // A refused path may be allowed a moment later, so it is not cached.
    void address.then((found) => found === null && known.get(key) === entry && known.delete(key))
    return address
  }

  return {
    image: (articleId, path, pixels) => find(articleId, path, thumbnailWidth(pixels), false),
    freshImage: (articleId, path, pixels) => find(articleId, path, thumbnailWidth(pixels), true),
    attachment: (articleId, path) => request(path, { kind: 'attachment', articleId, width: null }),
  }
}
