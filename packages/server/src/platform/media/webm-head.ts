/** Reads the part of a WebM before its first cluster: duration, tracks, and the index if it is in front. */
import { bodiesOf, elementsOf, maxElements, readCount, readFloat, readHeader, type OpenFile } from './ebml.ts'
import type { AudioTrack } from './probe-media.ts'

/** As written in the file. */
export const elementIds = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codecId: 0x86,
  defaultDuration: 0x23e383,
  encodings: 0x6d80,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  displayWidth: 0x54b0,
  displayHeight: 0x54ba,
  colour: 0x55b0,
  interlaced: 0x9a,
  alpha: 0x53c0,
  audio: 0xe1,
  samplingFrequency: 0xb5,
  channels: 0x9f,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTrackPositions: 0xb7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
} as const

const maxHeaderBytes = 8_000_000

type Tracks = {
  readonly count: number
  readonly video: {
    readonly number: number
    readonly index: number
    readonly codec: 'vp8' | 'vp9'
    readonly width: number
    readonly height: number
    /** The duration of a frame; null if not stated. */
    readonly defaultMs: number | null
  } | null
  readonly audio: AudioTrack | null
}
type Head = {
  readonly info: { readonly durationMs: number | null; readonly msPerTick: number }
  readonly tracks: Tracks
  /** The content of the segment, to which positions in the index refer. */
  readonly segmentAt: number
  /** The segment states its size, and all of it is there. */
  readonly isComplete: boolean
  /** The content of the first cluster. */
  readonly clusterAt: number | null
  /** The last position in an index in front. */
  readonly lastCue: number | null
}

export async function readHead(file: OpenFile): Promise<Head> {
  const start = await readHeader(file, 0)
  if (start.id !== elementIds.ebml || start.size === null) throw new RangeError('this is not Matroska')
  const segment = await readHeader(file, start.length + start.size)
  if (segment.id !== elementIds.segment) throw new RangeError('there is no segment')
  const segmentAt = start.length + start.size + segment.length
  const isComplete = segment.size !== null && segmentAt + segment.size <= file.size
  let info: Head['info'] = { durationMs: null, msPerTick: 1 }
  let tracks: Tracks = { count: 0, video: null, audio: null }
  let lastCue: number | null = null
  let at = segmentAt
  for (let count = 0; count < maxElements && at < file.size; count++) {
    const { id, length, size } = await readHeader(file, at)
    if (id === elementIds.cluster) return { info, tracks, segmentAt, isComplete, lastCue, clusterAt: at + length }
    if (size === null) throw new RangeError('only clusters may be of unknown size')
    if (id === elementIds.info || id === elementIds.tracks || id === elementIds.cues) {
      if (size > maxHeaderBytes) throw new RangeError('a header is too large')
      const body = await file.read(at + length, size)
      if (id === elementIds.info) info = infoOf(body)
      else if (id === elementIds.tracks) tracks = tracksOf(body)
      else lastCue = lastCueOf(body)
    }
    at += length + size
  }
  return { info, tracks, segmentAt, isComplete, lastCue, clusterAt: null }
}

function infoOf(body: Buffer): Head['info'] {
  const parts = bodiesOf(body)
  const msPerTick = (readCount(parts.get(elementIds.timestampScale)) || 1_000_000) / 1_000_000
  const duration = Math.round(readFloat(parts.get(elementIds.duration)) * msPerTick)
  return { msPerTick, durationMs: duration > 0 && Number.isSafeInteger(duration) ? duration : null }
}

const pictureTrack = 1
const soundTrack = 2
const videoCodecs = new Map([
  ['V_VP8', 'vp8'],
  ['V_VP9', 'vp9'],
] as const)
const audioCodecs = new Map([
  ['A_OPUS', 'opus'],
  ['A_VORBIS', 'vorbis'],
])

/** No picture if something about a track is unusual. */
function tracksOf(body: Buffer): Tracks {
  const entries = [...elementsOf(body)]
    .filter(({ id }) => id === elementIds.trackEntry)
    .map((entry) => bodiesOf(entry.body))
  const types = entries.map((entry) => readCount(entry.get(elementIds.trackType)))
  const pictures = types.filter((type) => type === pictureTrack)
  const sounds = types.filter((type) => type === soundTrack)
  const isUsual =
    pictures.length === 1 &&
    sounds.length <= 1 &&
    pictures.length + sounds.length === types.length &&
    !entries.some((entry) => entry.has(elementIds.encodings))
  const none = { count: types.length, video: null, audio: null }
  if (!isUsual) return none
  const soundAt = types.indexOf(soundTrack)
  const audio = soundAt === -1 ? null : audioOf(entries[soundAt], soundAt)
  if (soundAt !== -1 && audio === null) return none
  const pictureAt = types.indexOf(pictureTrack)
  return { count: types.length, video: videoOf(entries[pictureAt], pictureAt), audio }
}

type Entry = ReadonlyMap<number, Buffer> | undefined

const codecOf = (entry: Entry): string => entry?.get(elementIds.codecId)?.toString('latin1').replaceAll('\0', '') ?? ''

/** The parts of a picture's description that do not change how it is shown. */
const usualParts = new Set<number>([
  elementIds.pixelWidth,
  elementIds.pixelHeight,
  elementIds.displayWidth,
  elementIds.displayHeight,
  elementIds.colour,
])
const unlessSet = new Set<number>([elementIds.alpha])
const progressive = 2

function videoOf(entry: Entry, index: number): Tracks['video'] {
  const codec = videoCodecs.get(codecOf(entry) as 'V_VP8')
  const parts = bodiesOf(entry?.get(elementIds.video) ?? Buffer.alloc(0))
  const width = readCount(parts.get(elementIds.pixelWidth))
  const height = readCount(parts.get(elementIds.pixelHeight))
  const isUsual = [...parts].every(
    ([id, value]) =>
      usualParts.has(id) ||
      (unlessSet.has(id) && readCount(value) === 0) ||
      (id === elementIds.interlaced && [0, progressive].includes(readCount(value))),
  )
  const isShownAsStored =
    [0, width].includes(readCount(parts.get(elementIds.displayWidth))) &&
    [0, height].includes(readCount(parts.get(elementIds.displayHeight)))
  if (codec === undefined || !isUsual || !isShownAsStored) return null
  const nanoseconds = readCount(entry?.get(elementIds.defaultDuration))
  const defaultMs = nanoseconds > 0 ? nanoseconds / 1_000_000 : null
  return { number: readCount(entry?.get(elementIds.trackNumber)), index, codec, width, height, defaultMs }
}

function audioOf(entry: Entry, index: number): AudioTrack | null {
  const codec = audioCodecs.get(codecOf(entry))
  const parts = bodiesOf(entry?.get(elementIds.audio) ?? Buffer.alloc(0))
  const [sampleRate, channels] = [
    readFloat(parts.get(elementIds.samplingFrequency)),
    readCount(parts.get(elementIds.channels)) || 1,
  ]
  return codec === undefined ? null : { index, codec, profile: '', sampleRate, channels }
}

function lastCueOf(body: Buffer): number | null {
  let last: number | null = null
  for (const point of elementsOf(body)) {
    if (point.id !== elementIds.cuePoint) continue
    for (const { id, body: positions } of elementsOf(point.body)) {
      if (id !== elementIds.cueTrackPositions) continue
      last = Math.max(last ?? 0, readCount(bodiesOf(positions).get(elementIds.cueClusterPosition)))
    }
  }
  return last
}
