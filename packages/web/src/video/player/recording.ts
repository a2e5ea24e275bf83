/**
 * Opens recordings for decoding: pictures and sound, read by range requests from a URL that is renewed when it expires.
 */
import {
  AudioBufferSink,
  Input,
  MATROSKA,
  MP4,
  QTFF,
  UrlSource,
  VideoSampleSink,
  WEBM,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny'
import type { ResolveSource } from './engine.ts'

export type Recording = {
  readonly frames: VideoSampleSink
  /** Null for a recording without sound. */
  readonly audio: AudioBufferSink | null
  readonly width: number
  readonly height: number
  dispose(): void
}

export class UndecodableRecording extends Error {
  override name = 'UndecodableRecording'
}

/** Bytes cached per recording; more only costs memory, because pieces are read in order. */
const maxCacheBytes = 16 * 1024 * 1024
const maxAttempts = 5

export async function openRecording(videoId: string, addressOf: ResolveSource): Promise<Recording> {
  const { url } = await addressOf(videoId, false)
  const source = new UrlSource(new URL(url, document.baseURI), {
    maxCacheSize: maxCacheBytes,
    fetchFn: createRenewingFetch(videoId, addressOf, url),
    getRetryDelay: (attempts) => (attempts < maxAttempts ? Math.min(8, 0.25 * 2 ** attempts) : null),
    // A failed read-ahead is repeated once its data is needed.
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ source, formats: [MP4, WEBM, QTFF, MATROSKA] })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (video === null || !(await canDecode(video)) || (audio !== null && !(await canDecode(audio)))) {
    input.dispose()
    throw new UndecodableRecording(`This browser cannot decode the recording ${videoId}`)
  }
  return {
    frames: new VideoSampleSink(video),
    audio: audio === null ? null : new AudioBufferSink(audio),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    dispose: () => input.dispose(),
  }
}

const canDecode = (track: InputVideoTrack | InputAudioTrack): Promise<boolean> => track.canDecode()

/** A signed URL expires after a while; a new one is then requested without interrupting playback. */
function createRenewingFetch(videoId: string, addressOf: ResolveSource, first: string): typeof fetch {
  let present = first
  return async (_input, init) => {
    const answer = await fetch(present, init)
    if (answer.status !== 403) return answer
    present = (await addressOf(videoId, true)).url
    return fetch(present, init)
  }
}
