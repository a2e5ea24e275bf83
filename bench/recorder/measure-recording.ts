/** What a recording of the measuring page contains: dropped frames, its length, and the distance of sound and picture. */
import { execFileSync } from 'node:child_process'
import { countMs, counterPage, readCountedFrames } from '../../e2e/support/counted-frames.ts'
import { percentile } from '../report.ts'

const rate = 48_000
/** Between two flashes, each with a beep. */
const beatMs = 1000
const beepHz = 1000
const flashMs = 120

/** Counts, and flashes with a beep every second. The tone of the counter would hide the beeps, so it is silent. */
export const measuringPage = `${counterPage.replace('tone.start()', '')}
<div id="flash" style="position: fixed; left: 0; right: 0; bottom: 120px; height: 200px; background: #000"></div>
<script>
  const field = document.querySelector('#flash')
  let beat = -1
  const flash = () => {
    const now = performance.now()
    const next = Math.floor(now / ${beatMs})
    if (next !== beat) {
      beat = next
      field.style.background = '#fff'
      const beep = new OscillatorNode(sound, { frequency: ${beepHz} })
      beep.connect(volume)
      beep.start()
      beep.stop(sound.currentTime + ${flashMs / 1000})
    } else if (now % ${beatMs} > ${flashMs}) field.style.background = '#000'
    requestAnimationFrame(flash)
  }
  flash()
</script>`

export type RecordingQuality = {
  readonly frames: number
  /** Of the frames that 30 per second would be. */
  readonly droppedShare: number
  /** Positive: the sound comes later. */
  readonly soundOffsetMs: number
  /** What the file lasts, compared with the time that the page shows in it. */
  readonly lengthErrorMs: number
}

export function measureRecording(file: string, ffmpeg: string): RecordingQuality {
  const frames = readCountedFrames(file)
  const [first, last] = [frames[0], frames.at(-1)]
  if (first === undefined || last === undefined) throw new Error('The recording is empty')
  const lengthMs = (last.time - first.time) * 1000
  const flashes = risingEdges(flashLevels(file, ffmpeg).map((level, at) => [(frames[at]?.time ?? 0) * 1000, level]))
  const beeps = findBeeps(file, ffmpeg)
  const offsets = flashes.flatMap((flash) => {
    const beep = beeps.find((at) => Math.abs(at - flash) < beatMs / 2)
    return beep === undefined ? [] : [beep - flash]
  })
  return {
    frames: frames.length,
    droppedShare: Math.max(0, 1 - (frames.length - 1) / ((lengthMs * 30) / 1000)),
    soundOffsetMs: percentile(offsets, 0.5),
    lengthErrorMs: lengthMs - (last.count - first.count) * countMs,
  }
}

const run = (ffmpeg: string, parameters: string[]): Buffer =>
  execFileSync(ffmpeg, ['-v', 'error', ...parameters, '-f', 'rawvideo', '-'], { maxBuffer: 2 ** 30 })

/** Brightness of the flashing field in every frame. */
const flashLevels = (file: string, ffmpeg: string): number[] => [
  ...run(ffmpeg, [
    '-i',
    file,
    '-vf',
    'crop=iw:100:0:ih-270,scale=1:1:flags=area,format=gray',
    '-fps_mode',
    'passthrough',
  ]),
]

function findBeeps(file: string, ffmpeg: string): number[] {
  const raw = run(ffmpeg, ['-i', file, '-vn', '-ac', '1', '-ar', String(rate), '-c:a', 'pcm_s16le', '-f', 's16le'])
  const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.length >> 1)
  const step = rate / 1000
  const levels: [ms: number, level: number][] = []
  for (let at = 0; at + step <= samples.length; at += step)
    levels.push([
      (at / rate) * 1000,
      samples.subarray(at, at + step).reduce((max, one) => Math.max(max, Math.abs(one)), 0) / 128,
    ])
  return risingEdges(levels, 8)
}

/** The times at which the level rises above the threshold, after it was below for a while. */
function risingEdges(levels: readonly (readonly [ms: number, level: number])[], threshold = 128): number[] {
  const edges: number[] = []
  let quietSince: number | null = 0
  for (const [ms, level] of levels) {
    if (level <= threshold) quietSince ??= ms
    else {
      if (quietSince !== null && ms - quietSince > beatMs / 4) edges.push(ms)
      quietSince = null
    }
  }
  return edges
}
