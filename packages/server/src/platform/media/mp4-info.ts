/**
 * Reads the facts of a plain MP4 in our own process, because someone is waiting and a program takes longer to start
 * than to read: one H.264 track that every browser plays, and no audio or one AAC track. For anything else the result
 * is null, and ffprobe is run. Only the box `moov` is read, up to a size that is parsed in a moment, and every number
 * in it is treated as unverified.
 */
import { open, type FileHandle } from 'node:fs/promises'
import type { AudioTrack, MediaInfo, VideoTrack } from './probe-media.ts'
import { parseSps } from './h264-sps.ts'

export type Mp4Info = MediaInfo & {
  readonly video: VideoTrack
  readonly durationMs: number
  /** The total of all tracks. */
  readonly sampleCount: number
}

const maxMoovBytes = 8_000_000
const maxBoxes = 200

export async function readMp4Info(path: string): Promise<Mp4Info | null> {
  const handle = await open(path, 'r')
  try {
    const moov = await readMoov(handle)
    return moov && toMp4Info(moov)
  } catch (error) {
    // A read beyond the end: the file is truncated, or lies about its sizes.
    if (error instanceof RangeError) return null
    throw error
  } finally {
    await handle.close()
  }
}

/** Null unless all boxes lie within the file: a truncated one describes bytes that are missing. */
async function readMoov(handle: FileHandle): Promise<Buffer | null> {
  const { size: fileSize } = await handle.stat()
  const header = Buffer.alloc(16)
  let moov: Buffer | null = null
  let at = 0
  for (let count = 0; count < maxBoxes && at < fileSize; count++) {
    const { bytesRead } = await handle.read(header, 0, 16, at)
    if (bytesRead < 8) return null
    const short = header.readUInt32BE(0)
    const size = short === 1 && bytesRead === 16 ? Number(header.readBigUInt64BE(8)) : short
    const head = short === 1 ? 16 : 8
    if (size < head || at + size > fileSize) return null
    if (header.toString('latin1', 4, 8) === 'moov') {
      if (moov !== null || size > maxMoovBytes) return null
      moov = Buffer.alloc(size - head)
      const read = await handle.read(moov, 0, moov.length, at + head)
      if (read.bytesRead < moov.length) return null
    }
    at += size
  }
  return at === fileSize ? moov : null
}

type Box = { readonly type: string; readonly body: Buffer }

function boxesOf(parent: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= parent.length && boxes.length < maxBoxes;) {
    const size = parent.readUInt32BE(at)
    if (size < 8 || at + size > parent.length) throw new RangeError('a box reaches beyond its parent')
    boxes.push({ type: parent.toString('latin1', at + 4, at + 8), body: parent.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

const findBody = (boxes: readonly Box[], type: string): Buffer | null =>
  boxes.find((box) => box.type === type)?.body ?? null

function bodyAt(parent: Buffer, ...path: readonly string[]): Buffer {
  let body = parent
  for (const type of path) {
    const found = findBody(boxesOf(body), type)
    if (found === null) throw new RangeError(`there is no ${type}`)
    body = found
  }
  return body
}

function toMp4Info(moov: Buffer): Mp4Info | null {
  const boxes = boxesOf(moov)
  // Fragmented: the content is described in the fragments.
  if (boxes.some(({ type }) => type === 'mvex')) return null
  const tracks = boxes.flatMap(({ type, body }, index) =>
    type === 'trak' ? [{ index, body, kind: handlerType(body) }] : [],
  )
  const pictures = tracks.filter(({ kind }) => kind === 'vide')
  const sounds = tracks.filter(({ kind }) => kind === 'soun')
  const [picture] = pictures
  const [sound] = sounds
  const durationMs = durationOf(bodyAt(moov, 'mvhd'))
  if (picture === undefined || pictures.length > 1 || sounds.length > 1 || durationMs === null) return null
  const video = videoOf(picture.body, tracks.indexOf(picture))
  const audio = sound === undefined ? null : audioOf(sound.body, tracks.indexOf(sound))
  if (video === null || (sound !== undefined && audio === null)) return null
  const sampleCount = tracks.reduce((sum, { body }) => sum + sampleCountOf(body), 0)
  return { durationMs, video, audio, trackCount: tracks.length, sampleCount }
}

const handlerType = (trak: Buffer): string => bodyAt(trak, 'mdia', 'hdlr').toString('latin1', 8, 12)

/** Version 1 has 64-bit times. */
function durationOf(mvhd: Buffer): number | null {
  const isLong = mvhd.readUInt8(0) === 1
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16)
  return scale > 0 && duration > 0 ? Math.round((duration / scale) * 1000) : null
}

function sampleCountOf(trak: Buffer): number {
  const sizes = findBody(boxesOf(bodyAt(trak, 'mdia', 'minf', 'stbl')), 'stsz')
  return sizes === null ? 0 : sizes.readUInt32BE(8)
}

/** The only sample description of a track; null if there is more than one, because something changes midway. */
function sampleEntry(trak: Buffer, type: string): Buffer | null {
  const stsd = bodyAt(trak, 'mdia', 'minf', 'stbl', 'stsd')
  const entries = boxesOf(stsd.subarray(8))
  return entries.length === 1 && entries[0]?.type === type ? entries[0].body : null
}

const identityMatrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]

function isUpright(trak: Buffer): boolean {
  const tkhd = bodyAt(trak, 'tkhd')
  const start = tkhd.readUInt8(0) === 1 ? 52 : 40
  return identityMatrix.every((value, index) => tkhd.readInt32BE(start + index * 4) === value)
}

function videoOf(trak: Buffer, index: number): VideoTrack | null {
  const entry = sampleEntry(trak, 'avc1')
  if (entry === null || !isUpright(trak)) return null
  const parts = boxesOf(entry.subarray(78))
  const pasp = findBody(parts, 'pasp')
  const avcc = findBody(parts, 'avcC')
  if (avcc === null || (pasp !== null && pasp.readUInt32BE(0) !== pasp.readUInt32BE(4))) return null
  // Exactly one parameter set: with more than one, the size may change midway.
  if ((avcc.readUInt8(5) & 31) !== 1) return null
  const sps = parseSps(avcc.subarray(8, 8 + avcc.readUInt16BE(6)))
  if (sps === null || sps.width !== entry.readUInt16BE(24) || sps.height !== entry.readUInt16BE(26)) return null
  const unknown = { isInterlaced: false, hasSquarePixels: true, rotation: 0, baseRate: null, averageRate: null }
  return { ...unknown, index, codec: 'h264', pixelFormat: 'yuv420p', ...sps }
}

const sampleRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000]

function audioOf(trak: Buffer, index: number): AudioTrack | null {
  const entry = sampleEntry(trak, 'mp4a')
  // QuickTime's later versions of the entry have more fields.
  if (entry === null || entry.readUInt16BE(8) !== 0) return null
  const esds = findBody(boxesOf(entry.subarray(28)), 'esds')
  const config = esds && decoderConfigOf(esds.subarray(4))
  if (config === null || config.length < 2) return null
  const bits = config.readUInt16BE(0)
  const sampleRate = sampleRates[(bits >> 7) & 15]
  const channels = (bits >> 3) & 15
  if (bits >> 11 !== 2 || sampleRate === undefined || channels < 1) return null
  return { index, codec: 'aac', profile: 'LC', sampleRate, channels }
}

/** Nested descriptors: tag, length in up to four bytes, content. */
function decoderConfigOf(descriptors: Buffer): Buffer | null {
  for (let at = 0, depth = 0; depth < 8; depth++) {
    const tag = descriptors.readUInt8(at++)
    let length = 0
    for (let more = true; more;) {
      const byte = descriptors.readUInt8(at++)
      length = length * 128 + (byte & 127)
      more = byte > 127
    }
    if (tag === 5) return at + length <= descriptors.length ? descriptors.subarray(at, at + length) : null
    if (tag === 3) at += 3
    else if (tag === 4) at += 13
    else return null
  }
  return null
}
