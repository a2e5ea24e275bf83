/**
 * When the picture of a seek is seen. An element tells `seeked` before its picture is on the screen, and may tell it of an
 * earlier seek, whose event was under way when the next one began. What counts is the first picture it presents after it
 * has come to rest.
 */

/** No picture comes where none is drawn (hidden pages), or where the right one was presented before the element said so. */
const mostWaitMs = 100
/** A picture shown this long before the time that was sought is the one of that time. Seconds. */
const longestPicture = 0.05

/**
 * Seeks, and is fulfilled when the picture is seen, or the element has turned to something else.
 * @param seconds on the clock of the element
 */
export async function seekUntilShown(video: HTMLVideoElement, seconds: number): Promise<void> {
  const picture = watchPictures(video, seconds)
  video.currentTime = seconds
  await rested(video)
  await picture.shown()
}

/** Fulfilled when no seek is under way any more. */
function rested(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const once = new AbortController()
    const look = () => {
      // A broken file ends a seek with an error, and leaves it under way for good.
      if (video.seeking && video.error === null) return
      once.abort()
      resolve()
    }
    // An element that is emptied gives up its seek without a word.
    for (const event of ['seeked', 'error', 'emptied']) video.addEventListener(event, look, { signal: once.signal })
  })
}

function watchPictures(video: HTMLVideoElement, seconds: number) {
  if (!('requestVideoFrameCallback' in video)) return { shown: () => Promise.resolve() }
  let isRested = false
  let isThere = false
  let tell = (): void => undefined
  let handle = video.requestVideoFrameCallback(function see(_now, { mediaTime }) {
    if (isRested || (mediaTime < seconds + 0.001 && mediaTime > seconds - longestPicture)) {
      isThere = true
      return tell()
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
        const timer = setTimeout(end, mostWaitMs)
        tell = end
        if (isThere || document.hidden) end()
      }),
  }
}
