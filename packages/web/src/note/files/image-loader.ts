/**
 * Loads one image into its frame: the thumbnail that suffices for its size, with a new URL when the old one expires.
 */
import { sessionFileUrls } from './session-file-urls.ts'
import type { FileUrls } from './file-urls.ts'

export type ImageLoader = {
  /** Requests the URL. Images of a page that begin together share a request. */
  load: () => void
  /** Retries if the image is not loaded: after a lost connection, or when its URL is about to expire. */
  retry: () => void
  destroy: () => void
}

type ImageLoaderOptions = {
  articleId: string
  path: string
  initialUrl?: string | null
  /** The URLs of a page read through a public link; otherwise those of the signed-in reader. */
  fileUrls?: FileUrls
}

/** Milliseconds. Retries, because a reader may see a note a moment before the server has registered its files. */
const retryDelaysMs = [1500, 4000, 10_000] as const

/** `data-state` of the frame: `loading`, `shown`, `missing`. */
export function loadImage(
  frame: HTMLElement,
  image: HTMLImageElement,
  { articleId, path, initialUrl = null, fileUrls = sessionFileUrls }: ImageLoaderOptions,
): ImageLoader {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isEnded = false

  const show = async (isFresh: boolean): Promise<void> => {
    const first = tries === 0 && !isFresh ? initialUrl : null
    const pixels = availableWidth(frame) * Math.max(1, window.devicePixelRatio)
    const address = first ?? (await fileUrls[isFresh ? 'freshImage' : 'image'](articleId, path, pixels))
    if (isEnded) return
    if (address === null) fail()
    else image.src = address
  }
  const fail = (): void => {
    const wait = retryDelaysMs[tries]
    tries += 1
    if (wait === undefined || !navigator.onLine) {
      frame.dataset['state'] = 'missing'
      return
    }
    clearTimeout(timer)
    timer = setTimeout(() => void show(true), tries === 1 && image.src !== '' ? 0 : wait)
  }
  const onLoad = (): void => {
    tries = 0
    frame.dataset['state'] = 'shown'
  }
  image.addEventListener('load', onLoad)
  image.addEventListener('error', fail)
  frame.dataset['state'] = 'loading'

  return {
    load: () => void show(false),
    retry() {
      if (image.complete && image.naturalWidth > 0) return
      clearTimeout(timer)
      tries = 0
      if (frame.dataset['state'] === 'missing') frame.dataset['state'] = 'loading'
      void show(true)
    },
    destroy() {
      isEnded = true
      clearTimeout(timer)
      image.removeEventListener('load', onLoad)
      image.removeEventListener('error', fail)
    },
  }
}

/** In CSS pixels. */
function availableWidth(frame: HTMLElement): number {
  const width = frame.getBoundingClientRect().width
  if (width >= 16) return width
  return frame.parentElement?.getBoundingClientRect().width || 640
}
