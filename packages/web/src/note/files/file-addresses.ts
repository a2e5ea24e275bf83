/**
 * Notes name pictures and attachments by bare paths; what shows them are addresses signed for this reader, good for an
 * hour. All that is asked for in one go travels as one request (one for each size in use), and an address is asked for
 * once: the same picture shown again comes from the browser's cache.
 */
import { fileLimits, thumbnailWidths } from '@knowreel/shared/file/file.rules.ts'

/** Asks the server: an address for each path in their order, null where the reader sees no such file. */
export type AskAddresses = (request: AddressRequest) => Promise<readonly (string | null)[]>

export type AddressRequest = {
  readonly kind: 'image' | 'attachment'
  readonly paths: readonly string[]
  /** Whose page shows them. */
  readonly articleId: string
  /** Pixels of the smaller copy; null for the picture itself, and for attachments. */
  readonly width: number | null
}

type Wanted = { path: string; settle: (address: Promise<string | null>) => void }

export type FileAddresses = {
  /** `pixels`: how wide it is drawn, in pixels of the screen; null for the whole picture. Never rejects. */
  image: (articleId: string, path: string, pixels: number | null) => Promise<string | null>
  /** Asks anew, since the one that is known did not work. */
  freshImage: (articleId: string, path: string, pixels: number | null) => Promise<string | null>
  /** Always a new one: it is used at once. */
  attachment: (articleId: string, path: string) => Promise<string | null>
}

/** Renewed well before they are over. */
export const addressLifeMs = 50 * 60_000

/** The smaller copy that is enough for so many pixels; null when only the picture itself is. */
export const copyWidth = (pixels: number | null): number | null =>
  pixels === null ? null : (thumbnailWidths.find((width) => width >= pixels) ?? null)

export function createFileAddresses(ask: AskAddresses, now: () => number = Date.now): FileAddresses {
  const known = new Map<string, { address: Promise<string | null>; at: number }>()
  let waiting = new Map<string, { request: Omit<AddressRequest, 'paths'>; wanted: Wanted[] }>()

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
  const request = (path: string, group: Omit<AddressRequest, 'paths'>): Promise<string | null> => {
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
    if (present && !isFresh && now() - present.at < addressLifeMs) return present.address
    const address = request(path, { kind: 'image', articleId, width })
    const entry = { address, at: now() }
    known.set(key, entry)
    // What was refused may be allowed in a moment: nothing is remembered of it.
    void address.then((found) => found === null && known.get(key) === entry && known.delete(key))
    return address
  }

  return {
    image: (articleId, path, pixels) => find(articleId, path, copyWidth(pixels), false),
    freshImage: (articleId, path, pixels) => find(articleId, path, copyWidth(pixels), true),
    attachment: (articleId, path) => request(path, { kind: 'attachment', articleId, width: null }),
  }
}
