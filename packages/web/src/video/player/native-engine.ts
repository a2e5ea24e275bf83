/**
 * Plays one range of one file with a plain video element: an article without cuts, or the rendition of one with cuts.
 * This costs the least, and the browser provides picture-in-picture, casting and pitch correction.
 */
import { durationOf, type Ms } from '@knowreel/shared/video/play-map.ts'
import * as texts from '../texts.ts'
import type { Engine, EngineOptions, PlayState } from './engine.ts'
import { seekUntilShown } from './seek-until-shown.ts'
import { frameToleranceSeconds } from './player.rules.ts'

const endCheckMs = 100

/** Its maps have at most one piece. */
export function createNativeEngine({
  map: firstMap,
  resolveSource,
  start,
  onState,
  onFault,
  onTimeChanged,
  onFrame,
}: EngineOptions): Engine {
  const video = document.createElement('video')
  video.preload = 'auto'
  video.playsInline = true
  const [piece] = firstMap
  let duration = durationOf(firstMap)
  let first = piece?.in ?? 0

  let state: PlayState = 'loading'
  let isDestroyed = false
  let isRenewed = false
  /** Where playback resumes after the file was reloaded. */
  let resumeAt: Ms = start
  let wantsToPlay = false

  const setState = (next: PlayState) => {
    if (state === next || isDestroyed) return
    state = next
    onState(next)
  }

  const time = (): Ms => {
    if (state === 'ended') return duration
    if (video.readyState === 0) return resumeAt
    return Math.min(duration, Math.max(0, Math.round((video.currentTime - frameToleranceSeconds) * 1000 - first)))
  }

  async function load(isExpired: boolean): Promise<void> {
    if (piece === undefined) return setState('paused')
    try {
      const { url } = await resolveSource(piece.videoId, isExpired)
      if (isDestroyed) return
      video.src = url
    } catch (error) {
      setState('error')
      onFault({ kind: 'network', message: error instanceof Error ? error.message : texts.connectionError })
    }
  }

  const toMediaTime = (at: Ms): number => (first + at) / 1000 + frameToleranceSeconds

  video.addEventListener('loadedmetadata', () => {
    video.currentTime = toMediaTime(resumeAt)
  })
  video.addEventListener('loadeddata', () => {
    isRenewed = false
    if (wantsToPlay) void startPlaying()
    else if (state === 'loading') setState('paused')
  })
  video.addEventListener('playing', () => setState('playing'))
  video.addEventListener('waiting', () => {
    if (wantsToPlay) setState('waiting')
  })
  // The browser has controls of its own: in picture-in-picture, on keyboards and on headphones.
  video.addEventListener('pause', () => {
    if (video.ended || video.error !== null || video.readyState === 0 || state === 'ended' || state === 'error') return
    wantsToPlay = false
    setState('paused')
  })
  video.addEventListener('play', () => (wantsToPlay = true))
  video.addEventListener('seeked', () => onTimeChanged?.())
  video.addEventListener('ended', finish)
  video.addEventListener('error', () => {
    const { error } = video
    if (error === null || isDestroyed) return
    resumeAt = time()
    // An expired URL shows as a failed read, or as an unsupported video: a new URL is tried once before the fault is
    // reported.
    if (error.code !== MediaError.MEDIA_ERR_DECODE && !isRenewed) {
      isRenewed = true
      void load(true)
      return
    }
    wantsToPlay = false
    setState('error')
    const kind = error.code === MediaError.MEDIA_ERR_DECODE ? 'decode' : 'source'
    onFault({ kind: error.code === MediaError.MEDIA_ERR_NETWORK ? 'network' : kind, message: error.message })
  })

  const startPlaying = async () => {
    try {
      await video.play()
    } catch (error) {
      // Interrupted by a pause or by another file: not a fault.
      if (error instanceof DOMException && error.name === 'AbortError') return
      wantsToPlay = false
      setState('paused')
    }
  }

  function finish(): void {
    if (!wantsToPlay) return
    wantsToPlay = false
    video.pause()
    setState('ended')
  }

  // The range may end before the file; checked by a timer, because hidden pages have no animation frames.
  const check = setInterval(() => {
    if (state === 'playing' && time() >= duration) finish()
  }, endCheckMs)

  const reportFrame = (_now: number, { mediaTime }: { mediaTime: number }) => {
    if (isDestroyed) return
    const at = Math.round(mediaTime * 1000) - first
    onFrame?.(at)
    if (state === 'playing' && at >= duration) finish()
    video.requestVideoFrameCallback(reportFrame)
  }
  if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(reportFrame)

  void load(false)

  const engine: Engine = {
    kind: 'native',
    element: video,
    time,
    state: () => state,
    async play() {
      if (wantsToPlay) return
      wantsToPlay = true
      if (time() >= duration) video.currentTime = toMediaTime(0)
      setState('waiting')
      await startPlaying()
    },
    pause() {
      wantsToPlay = false
      video.pause()
      if (state === 'waiting' || state === 'playing') setState('paused')
    },
    async seek(at) {
      resumeAt = Math.min(duration, Math.max(0, at))
      if (video.readyState === 0) return
      if (state === 'ended') setState('paused')
      await seekUntilShown(video, Math.min(toMediaTime(resumeAt), toMediaTime(Math.max(0, duration - 1))))
    },
    setMap(map, at) {
      first = map[0]?.in ?? 0
      duration = durationOf(map)
      return engine.seek(at)
    },
    setSpeed(speed) {
      // Loading a file resets `playbackRate` to `defaultPlaybackRate`.
      video.defaultPlaybackRate = speed
      video.playbackRate = speed
    },
    setVolume(volume) {
      video.volume = volume
      video.muted = volume === 0
    },
    destroy() {
      isDestroyed = true
      clearInterval(check)
      video.pause()
      video.removeAttribute('src')
      video.load()
    },
  }
  return engine
}
