/**
 * The file that some browsers play before the one that plays everywhere exists: a copy of the upload in its own codecs,
 * with an index and without metadata. Only a copy that lasts as long as the upload states is used, so that times in it
 * are the same in the file that replaces it.
 */
import {
  displaySize,
  measureTrack,
  measureWebm,
  probeMedia,
  type AudioTrack,
  type Container,
  type MediaTools,
  type VideoTrack,
} from '../../../platform/media/index.ts'
import type { StepTools } from '../run/run-step.ts'
import type { VideoChange } from '../run/video-step.queries.ts'
import type { InspectedVideo } from './inspect-video.ts'
import { durationToleranceMs, type CopiedFile } from './make-main-file.ts'

/** Null if no browser is known to play it. */
export async function makeFirstFile(
  step: StepTools,
  { facts }: InspectedVideo,
  copied: CopiedFile | null,
): Promise<VideoChange | null> {
  if (copied === null) return null
  const mime = mimeOf(copied.container, facts)
  if (mime === null || facts.durationMs === null) return null
  const duration = await measureCopy(step.tools, copied, step.signal)
  if (duration === null || Math.abs(duration - facts.durationMs) > durationToleranceMs) return null
  return {
    // Nobody waits for the disk: the encoded file replaces it, and a page that cannot play it waits for that one.
    first_key: await step.storeFile(mime, copied.path, { isDurable: false }),
    first_mime: mime,
    duration,
    ...displaySize(facts.video),
    has_audio: facts.audio !== null,
    status: 'finished',
  }
}

/** Long enough to contain two frames of any recording that has them. */
const lastSeconds = 10

/** In ms; reads the end only. ffmpeg does not count the last frame of WebM recordings without stated frame durations. */
export async function measureCopy(tools: MediaTools, file: CopiedFile, signal: AbortSignal): Promise<number | null> {
  // Starting ffprobe takes as long as copying a minute.
  const quick = file.container === 'matroska' ? await measureWebm(file.path) : null
  if (quick !== null) return quick
  const { durationMs, video } = await probeMedia(tools, file, signal)
  if (durationMs === null || video === null || file.container === 'mov') return durationMs
  const fromSeconds = Math.max(0, durationMs / 1000 - lastSeconds)
  const end = await measureTrack(tools, file, video.index, { timeoutMs: 120_000, signal, fromSeconds })
  return Math.max(durationMs, end ?? 0)
}

type Tracks = { readonly video: VideoTrack; readonly audio: AudioTrack | null }

/** The type with its codecs as `canPlayType` expects it; null if a codec is unknown. */
export function mimeOf(container: Container, { video, audio }: Tracks): string | null {
  const codecs = [videoCodec(video), audio === null ? '' : audioCodecs[audio.codec]]
  if (codecs.some((codec) => codec === undefined || codec === null)) return null
  return `video/${container === 'mov' ? 'mp4' : 'webm'}; codecs="${codecs.filter(Boolean).join(', ')}"`
}

const audioCodecs: Readonly<Record<string, string>> = {
  aac: 'mp4a.40.2',
  flac: 'flac',
  mp3: 'mp4a.6B',
  opus: 'opus',
  vorbis: 'vorbis',
}

/** Hexadecimal, as the codec strings of H.264 have it. */
const h264Profiles: Readonly<Record<string, string>> = {
  'Constrained Baseline': '42E0',
  Baseline: '4200',
  Main: '4D00',
  High: '6400',
  'High 10': '6E00',
  'High 4:2:2': '7A00',
  'High 4:4:4 Predictive': 'F400',
}
const vp9Profiles = ['Profile 0', 'Profile 1', 'Profile 2', 'Profile 3']
const twoDigits = (number: number) => String(number).padStart(2, '0')

function videoCodec({ codec, profile, level, pixelFormat }: VideoTrack): string | null {
  const bits = Number(/p(1[02])(?:le|be)$/.exec(pixelFormat)?.[1] ?? 8)
  if (codec === 'vp8') return 'vp8'
  if (codec === 'vp9') return `vp09.${twoDigits(Math.max(0, vp9Profiles.indexOf(profile)))}.41.${twoDigits(bits)}`
  if (codec === 'av1') return profile === 'Main' ? `av01.0.${twoDigits(Math.max(0, level))}M.${twoDigits(bits)}` : null
  if (codec === 'hevc') {
    const kind = { Main: '1.6', 'Main 10': '2.4' }[profile]
    return kind === undefined ? null : `hvc1.${kind}.L${level}.B0`
  }
  const h264 = codec === 'h264' ? h264Profiles[profile] : undefined
  return h264 === undefined ? null : `avc1.${h264}${level.toString(16).padStart(2, '0').toUpperCase()}`
}
