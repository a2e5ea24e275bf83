/**
 * Detects when the frame of a seek is visible. An element fires `seeked` before the frame is on screen, and the event
 * may belong to an earlier seek. The first frame presented after the element has settled is the one that counts.
 */

/** No frame is presented on hidden pages, or if the right one was presented before the event. */
const maxWaitMs = 100
/** A frame presented this long before the sought time counts as the frame of that time. Seconds. */
const maxFrameSeconds = 0.05

/**
 * Seeks, and resolves when the frame is visible or the element has moved on to something else.
 * @param seconds in the element's media time
 */
export async function seekUntilShown(video: HTMLVideoElement, seconds: number): Promise<void> {
  const picture = watchFrames(video, seconds)
  video.currentTime = seconds
  await whenSettled(video)
  await picture.shown()
}

/** Resolves when no seek is in progress. */
function whenSettled(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const once = new AbortController()
    const look = () => {
      // A corrupt file ends a seek with an error and leaves `seeking` true forever.
      if (video.seeking && video.error === null) return
      once.abort()
      resolve()
    }
    // An emptied element drops its seek without an event of its own.
    for (const event of ['seeked', 'error', 'emptied']) video.addEventListener(event, look, { signal: once.signal })
  })
}

function watchFrames(video: HTMLVideoElement, seconds: number) {
  if (!('requestVideoFrameCallback' in video)) return { shown: () => Promise.resolve() }
  let isRested = false
  let isThere = false
  let resolveShown = (): void => undefined
  let handle = video.requestVideoFrameCallback(function see(_now, { mediaTime }) {
    if (isRested || (mediaTime < seconds + 0.001 && mediaTime > seconds - maxFrameSeconds)) {
      isThere = true
      return resolveShown()
    }
    handle = video.requestVideoFrameCallback(see)
  })
  return {
    shown: () =>
      new Promise<void>((resolve) => {
        isRested = true
        const end = () => {
          clearTimeout(timer)
          video.cancelVideoFrameCallback(handle)
          resolve()
        }
        const timer = setTimeout(end, maxWaitMs)
        resolveShown = end
        if (isThere || document.hidden) end()
      }),
  }
}
