/**
 * Reads the facts of a plain WebM in our own process, because someone is waiting and a program takes longer to start
 * than to read: one VP8 or VP9 track of 8 bits, and no audio or one Opus or Vorbis track. For anything else the result
 * is null, and ffprobe is run. Only headers are read, and every number in them is treated as unverified.
 */
import { bodiesOf, elementsOf, maxElements, readCount, readFromFile, readHeader } from './ebml.ts'
import type { MediaInfo, VideoTrack } from './probe-media.ts'
import { elementIds, readHead } from './webm-head.ts'

type WebmInfo = MediaInfo & { readonly video: VideoTrack }

const maxClusterBytes = 32_000_000
/** Enough to reach the first frame of the picture, behind sound that was recorded before it. */
const firstClusterBytes = 1_000_000

/** As ffprobe states it. */
const unknownLevel = -99

export const readWebmInfo = (path: string): Promise<WebmInfo | null> =>
  readFromFile(path, async (file) => {
    const { info, tracks, clusterAt } = await readHead(file)
    if (tracks.video === null || clusterAt === null) return null
    const first = await file.read(clusterAt, firstClusterBytes)
    const frame = firstFrame(first, tracks.video.number)
    const size = frame && sizeOfKeyFrame(tracks.video.codec, frame)
    if (size === null || size.width !== tracks.video.width || size.height !== tracks.video.height) return null
    const { codec, index, width, height } = tracks.video
    return {
      durationMs: info.durationMs,
      trackCount: tracks.count,
      audio: tracks.audio,
      video: {
        index,
        codec,
        width,
        height,
        profile: codec === 'vp9' ? 'Profile 0' : '',
        level: unknownLevel,
        pixelFormat: 'yuv420p',
        rotation: 0,
        isInterlaced: false,
        hasSquarePixels: true,
        baseRate: null,
        averageRate: null,
      },
    }
  })

/**
 * The end of the last frame of an indexed WebM, in ms: of a copy that ffmpeg made, which has its index in front and
 * states the sizes of its clusters. ffmpeg does not count the last frame of recordings without stated frame durations.
 */
export const measureWebm = (path: string): Promise<number | null> =>
  readFromFile(path, async (file) => {
    const { info, tracks, segmentAt, isComplete, lastCue } = await readHead(file)
    if (info.durationMs === null || tracks.video === null || lastCue === null || !isComplete) return null
    // An index lists key frames only, so there may be more clusters behind it.
    const clusters: [number, number][] = []
    for (let at = segmentAt + lastCue; at < file.size && clusters.length < maxElements;) {
      const header = await readHeader(file, at)
      if (header.size === null || at + header.length + header.size > file.size) return null
      if (header.id === elementIds.cluster) clusters.push([at + header.length, header.size])
      at += header.length + header.size
    }
    const frames: TimedFrame[] = []
    for (const [at, size] of clusters.slice(-2)) {
      if (size > maxClusterBytes) return null
      frames.push(...framesOf(await file.read(at, size), tracks.video.number))
    }
    return Math.max(info.durationMs, Math.round(endOf(frames, tracks.video.defaultMs, info.msPerTick)))
  })

type TimedFrame = {
  /** In ticks. */
  readonly time: number
  readonly duration: number | null
}

/** The header of a block: track number, time relative to the cluster, flags. Track numbers above 126 are not read. */
const blockHeaderBytes = 4

const isOfTrack = (block: Buffer, track: number): boolean =>
  block.length > blockHeaderBytes && block.readUInt8(0) === (track | 0x80) && track < 127

/** The first bytes of the first frame of a track; null if there is none in this beginning of a cluster. */
function firstFrame(cluster: Buffer, track: number): Buffer | null {
  for (const { id, body } of elementsOf(cluster, true)) {
    if (id !== elementIds.simpleBlock && id !== elementIds.blockGroup) continue
    const block = id === elementIds.simpleBlock ? body : blockOf(body)
    if (block !== null && isOfTrack(block, track)) return block.subarray(blockHeaderBytes)
  }
  return null
}

function blockOf(group: Buffer): Buffer | null {
  for (const { id, body } of elementsOf(group, true)) if (id === elementIds.block) return body
  return null
}

function* framesOf(cluster: Buffer, track: number): Generator<TimedFrame> {
  let clusterTime = 0
  for (const { id, body } of elementsOf(cluster)) {
    if (id === elementIds.timestamp) clusterTime = readCount(body)
    if (id !== elementIds.simpleBlock && id !== elementIds.blockGroup) continue
    const parts = id === elementIds.blockGroup ? bodiesOf(body) : null
    const block = parts === null ? body : parts.get(elementIds.block)
    if (block === undefined || !isOfTrack(block, track)) continue
    const duration = readCount(parts?.get(elementIds.blockDuration))
    yield { time: clusterTime + block.readInt16BE(1), duration: duration > 0 ? duration : null }
  }
}

/** In ms. A frame without a duration lasts as long as the one before it. */
function endOf(frames: readonly TimedFrame[], defaultMs: number | null, msPerTick: number): number {
  let last: number | null = null
  let lasting = 0
  for (const { time, duration } of frames) {
    const at = time * msPerTick
    if (at <= (last ?? -1)) continue
    lasting = duration === null ? (defaultMs ?? at - (last ?? at)) : duration * msPerTick
    last = at
  }
  return last === null ? 0 : last + lasting
}

type Size = { readonly width: number; readonly height: number }

/** As the key frame itself states it; null if it is none, or is not of 8 bits with usual colours. */
function sizeOfKeyFrame(codec: 'vp8' | 'vp9', frame: Buffer): Size | null {
  if (codec === 'vp8') {
    if ((frame.readUInt8(0) & 1) !== 0 || frame.readUIntBE(3, 3) !== 0x9d012a) return null
    return { width: frame.readUInt16LE(6) & 0x3fff, height: frame.readUInt16LE(8) & 0x3fff }
  }
  const isKeyFrameOfProfile0 = (frame.readUInt8(0) & 0xfc) === 0x80
  const isRgb = frame.readUInt8(4) >> 5 === 7
  if (!isKeyFrameOfProfile0 || frame.readUIntBE(1, 3) !== 0x498342 || isRgb) return null
  // 16 bits each, from the middle of a byte.
  const sizes = frame.readUIntBE(4, 5)
  const numbers = Math.floor(sizes / 16) % 2 ** 32
  return { width: Math.floor(numbers / 2 ** 16) + 1, height: (numbers % 2 ** 16) + 1 }
}
