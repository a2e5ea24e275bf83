/**
 * Renders a play map into one MP4. Frames are copied if every cut falls on a key frame: the segment muxer cuts the
 * pieces and the concat demuxer joins them, the only exact way. Otherwise frames are decoded and encoded again. Audio
 * is always encoded again as one stream, because AAC can only be cut every 21 ms.
 */
import { durationOf, videoIdsOf, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import { copyFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  probeMedia,
  readCuts,
  runMedia,
  displaySize,
  commandArguments,
  MediaError,
  type MediaFile,
  type MediaTools,
} from '../../platform/media/index.ts'
import { keyFrameInterval, outputRate } from '../pipeline/steps/remux-plan.ts'
import {
  planEncoding,
  planRendition,
  planAudio,
  type CopiedPiece,
  type EncodedPiece,
  type PictureFormat,
  type RenditionSource,
} from './plan-rendition.ts'
import { writeAudio } from './write-audio.ts'

export type RenderRequest = {
  readonly map: PlayMap
  /** Our playable files by the id of the recording; never the uploads. */
  readonly files: ReadonlyMap<string, string>
  /** An empty folder for temporary files. */
  readonly folder: string
  readonly output: string
  readonly signal?: AbortSignal
  /** In percent. */
  readonly onProgress?: (percent: number) => void
  /** Receives a small file early if the whole rendition takes long to encode. */
  readonly onQuickFile?: (file: string) => Promise<void>
}

export type RenderedPlayMap = { readonly kind: 'whole' | 'copy' | 'encode'; readonly duration: number }

/** Every open input holds a decoder and its memory. */
const piecesPerBatch = 8
/** Below this duration the rendition is ready soon enough. */
const minQuickDurationMs = 20_000
const maxQuickEdge = 640
const container = 'mov'

type RenderContext = RenderRequest & {
  readonly tools: MediaTools
  readonly sources: ReadonlyMap<string, RenditionSource>
}
type Preset = 'ultrafast' | 'veryfast'
type Segment = { readonly name: string; readonly seconds: number }

export async function renderPlayMap(tools: MediaTools, request: RenderRequest): Promise<RenderedPlayMap> {
  const sources = new Map<string, RenditionSource>()
  for (const videoId of videoIdsOf(request.map)) sources.set(videoId, await inspectSource(tools, request, videoId))
  const work = { ...request, tools, sources }
  const plan = planRendition(request.map, sources)
  const duration = durationOf(request.map)
  if (plan.kind === 'whole') {
    await copyFile(fileOf(request, plan.videoId).path, request.output)
    return { kind: 'whole', duration }
  }
  if (plan.kind === 'copy' && (await copyPieces(work, plan.pieces))) return { kind: 'copy', duration }
  const { picture, pieces } = plan.kind === 'encode' ? plan : planEncoding(request.map, [...sources.values()])
  if (request.onQuickFile && duration >= minQuickDurationMs) {
    const output = path.join(path.dirname(request.output), 'quick.mp4')
    const quick = { ...work, output, onProgress: undefined }
    await joinSegments(quick, await encodePieces(quick, quickFormat(picture), pieces, 'ultrafast'))
    await request.onQuickFile(output)
  }
  await joinSegments(work, await encodePieces(work, picture, pieces))
  return { kind: 'encode', duration }
}

async function inspectSource(tools: MediaTools, request: RenderRequest, videoId: string): Promise<RenditionSource> {
  const file = fileOf(request, videoId)
  const { video, audio, durationMs } = await probeMedia(tools, file, request.signal)
  if (video === null || durationMs === null) throw new Error(`The recording ${videoId} cannot be read`)
  const cuts = await readCuts(tools, file, { timeoutMs: 600_000 + durationMs, signal: request.signal })
  const shown = displaySize(video)
  return { videoId, ...shown, rate: outputRate(video), hasAudio: audio !== null, duration: durationMs, cuts }
}

function fileOf({ files }: RenderRequest, videoId: string): MediaFile {
  const file = files.get(videoId)
  if (file === undefined) throw new RangeError(`The play map names a recording that is not given: ${videoId}`)
  return { path: file, container }
}

const playableInput = ({ path: file }: MediaFile) =>
  commandArguments`-protocol_whitelist file,pipe -f ${container} -i file:${file}`

const toSeconds = (ms: number): string => (ms / 1000).toFixed(6)

/** False if ffmpeg does not copy them, or not exactly: they may still be decodable. */
async function copyPieces(work: RenderContext, pieces: readonly CopiedPiece[]): Promise<boolean> {
  try {
    const segments = await cutPieces(work, pieces)
    if (segments !== null) await joinSegments(work, segments)
    return segments !== null
  } catch (error) {
    if (error instanceof MediaError && error.failure === 'refused') return false
    throw error
  }
}

/** Null if a file was not split where expected. */
async function cutPieces(work: RenderContext, pieces: readonly CopiedPiece[]): Promise<Segment[] | null> {
  const namesOf = new Map<string, { readonly starts: readonly number[]; readonly names: readonly string[] }>()
  let number = 0
  for (const videoId of new Set(pieces.map((piece) => piece.videoId))) {
    const own = pieces.filter((piece) => piece.videoId === videoId)
    const first = work.sources.get(videoId)?.cuts.times[0] ?? 0
    const starts = [...new Set([first, ...own.flatMap(({ from, to }) => (to === null ? [from] : [from, to]))])]
    starts.sort((one, other) => one - other)
    const prefix = `cut-${number++}`
    const names = await cutFile(work, videoId, starts.slice(1), prefix)
    if (names.length !== starts.length) return null
    namesOf.set(videoId, { starts, names })
  }
  return pieces.flatMap((piece) => {
    const { starts = [], names = [] } = namesOf.get(piece.videoId) ?? {}
    const end = piece.to ?? Infinity
    const inside = starts.flatMap((start, index) => (start >= piece.from && start < end ? [index] : []))
    const pieceEnd = piece.from + piece.dur
    return inside.map((index) => {
      const start = starts[index] ?? 0
      const next = Math.min(starts[index + 1] ?? Infinity, pieceEnd)
      return { name: names[index] ?? '', seconds: (next - start) / 1000 }
    })
  })
}

async function cutFile(
  work: RenderContext,
  videoId: string,
  times: readonly number[],
  prefix: string,
): Promise<string[]> {
  const file = fileOf(work, videoId)
  const name = (index: number) => `${prefix}-${String(index).padStart(5, '0')}.mp4`
  if (times.length === 0) {
    const [whole] = [name(0)]
    const parameters = [...playableInput(file), ...commandArguments`-map 0:v:0 -c copy -f mp4 ${whole}`]
    await runMedia(work.tools, { ...mediaLimits(work), program: 'ffmpeg', parameters })
    return [whole]
  }
  let listed = ''
  // Slightly early: the next key frame begins the next file.
  const at = times.map((time) => toSeconds(time - 1)).join(',')
  await runMedia(work.tools, {
    ...mediaLimits(work),
    program: 'ffmpeg',
    parameters: [
      ...playableInput(file),
      ...commandArguments`-map 0:v:0 -c copy -avoid_negative_ts disabled -f segment -segment_times ${at} -segment_format mp4 -reset_timestamps 1`,
      ...commandArguments`-segment_list pipe:1 -segment_list_type csv ${`${prefix}-%05d.mp4`}`,
    ],
    onOutput(chunk) {
      listed += chunk.toString('utf8')
    },
  })
  const begins = listed.split('\n').flatMap((line) => (line === '' ? [] : [Number(line.split(',')[1]) * 1000]))
  const isAsWanted = times.every((time, index) => Math.abs((begins[index + 1] ?? -1) - time) < 1)
  return isAsWanted ? begins.map((_, index) => name(index)) : []
}

/** The frame rate stays, so that both files have the same frames. */
function quickFormat({ width, height, rate }: PictureFormat): PictureFormat {
  const scale = Math.min(1, maxQuickEdge / Math.max(width, height))
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2)
  return { width: even(width), height: even(height), rate }
}

async function encodePieces(
  work: RenderContext,
  picture: PictureFormat,
  pieces: readonly EncodedPiece[],
  preset: Preset = 'veryfast',
): Promise<Segment[]> {
  const files: Segment[] = []
  const all = pieces.reduce((sum, { frames }) => sum + frames, 0)
  const frameSeconds = picture.rate.den / picture.rate.num
  let done = 0
  for (let index = 0; index < pieces.length; index += piecesPerBatch) {
    const batch = pieces.slice(index, index + piecesPerBatch)
    const frames = batch.reduce((sum, piece) => sum + piece.frames, 0)
    const name = `encoded-${String(index).padStart(5, '0')}.mp4`
    await encodeBatch(work, { picture, batch, name, preset }, (outputMs) => {
      work.onProgress?.(((done + outputMs / 1000 / frameSeconds) / all) * 90)
    })
    files.push({ name, seconds: frames * frameSeconds })
    done += frames
  }
  return files
}

type EncodedBatch = {
  readonly picture: PictureFormat
  readonly batch: readonly EncodedPiece[]
  readonly name: string
  readonly preset: Preset
}

async function encodeBatch(
  work: RenderContext,
  { picture: { width, height, rate }, batch, name, preset }: EncodedBatch,
  onProgress: (outputMs: number) => void,
): Promise<void> {
  const chains = batch.map(({ frames }, index) =>
    [
      `[${index}:v:0]fps=${rate.num}/${rate.den}:start_time=0:round=near`,
      `scale=${width}:${height}:force_original_aspect_ratio=decrease:force_divisible_by=2`,
      `pad=${width}:${height}:-1:-1`,
      'setsar=1',
      'format=yuv420p',
      // A source that ends early repeats its last frame for the rest of its piece.
      'tpad=stop=-1:stop_mode=clone',
      `trim=end_frame=${frames}`,
      `setpts=PTS-STARTPTS[piece${index}]`,
    ].join(','),
  )
  const joined = batch.map((_, index) => `[piece${index}]`).join('')
  const graph = `${chains.join(';')};${joined}concat=n=${batch.length}:v=1:a=0,settb=${rate.den}/${rate.num},setpts=N[picture]`
  await runMedia(work.tools, {
    ...mediaLimits(work),
    program: 'ffmpeg',
    stallMs: 300_000,
    parameters: [
      // Starts from the preceding key frame: the frame visible at the cut may have begun long before it.
      ...batch.flatMap(({ videoId, in: from }) => [
        ...(from > 0 ? commandArguments`-noaccurate_seek -ss ${toSeconds(from)}` : []),
        ...commandArguments`-threads 2`,
        ...playableInput(fileOf(work, videoId)),
      ]),
      ...commandArguments`-filter_complex ${graph} -map [picture] -fps_mode passthrough -c:v libx264 -preset ${preset} -crf 23`,
      ...commandArguments`-profile:v high -g ${keyFrameInterval(rate)} -map_metadata -1 -f mp4 ${name}`,
    ],
    onProgress,
  })
}

async function joinSegments(work: RenderContext, files: readonly Segment[]): Promise<void> {
  const list = files.flatMap(({ name, seconds: length }) => [`file '${name}'`, `duration ${length.toFixed(6)}`])
  await writeFile(path.join(work.folder, 'list.ffconcat'), `ffconcat version 1.0\n${list.join('\n')}\n`)
  const sound = planAudio(work.map, work.sources)
  await runMedia(work.tools, {
    ...mediaLimits(work),
    program: 'ffmpeg',
    parameters: [
      ...commandArguments`-protocol_whitelist file,pipe -f concat -safe 1 -i list.ffconcat`,
      ...(sound.length > 0 ? commandArguments`-f s16le -ar 48000 -ac 2 -i pipe:0 -map 1:a -c:a aac -b:a 160k` : []),
      ...commandArguments`-map 0:v -c:v copy -map_metadata -1 -movflags +faststart`,
      ...commandArguments`-f mp4 file:${path.resolve(work.output)}`,
    ],
    writeInput:
      sound.length === 0
        ? undefined
        : (input) => writeAudio(work.tools, sound, { fileOf: (id) => fileOf(work, id), input, signal: work.signal }),
  })
}

const mediaLimits = ({ map, folder, signal }: RenderContext) => ({
  directory: folder,
  signal,
  timeoutMs: Math.min(20 * 3_600_000, 600_000 + durationOf(map) * 20),
})
