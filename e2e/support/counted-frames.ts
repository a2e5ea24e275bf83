/** A page that shows the time in a form that survives encoding, and what a recording of it contains. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'

const bits = 16
/** Milliseconds that a step of the counter lasts. */
export const countMs = 50
/** Frequency of the page's tone. */
export const toneHz = 440

/** A row of white and black fields across the page: the number of steps since the page was opened, in binary. */
export const counterPage = `<!doctype html><title>Meter counter</title>
<style>
  body { margin: 0; background: #888; font: 16px sans-serif }
  #bits { display: flex; height: 96px } #bits i { flex: 1 }
  button { margin: 40px; padding: 12px }
</style>
<div id="bits">${'<i></i>'.repeat(bits)}</div>
<button>Restart the modem</button>
<input aria-label="Password of the site" value="secret value">
<script>
  const fields = [...document.querySelectorAll('i')]
  const show = () => {
    const count = Math.floor(performance.now() / ${countMs})
    fields.forEach((field, at) => (field.style.background = (count >> (${bits} - 1 - at)) & 1 ? '#fff' : '#000'))
    requestAnimationFrame(show)
  }
  show()
  const sound = new AudioContext()
  const tone = new OscillatorNode(sound, { frequency: ${toneHz} })
  const volume = new GainNode(sound, { gain: 0.2 })
  tone.connect(volume).connect(sound.destination)
  tone.start()
</script>`

/** The same with a field of noise, which makes the recording as large as that of a film. */
export const noisyCounterPage = `${counterPage}
<canvas width="320" height="180" style="position: fixed; right: 0; top: 120px"></canvas>
<script>
  const brush = document.querySelector('canvas').getContext('2d')
  const noise = brush.createImageData(320, 180)
  setInterval(() => {
    noise.data.forEach((_, at) => (noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256))
    brush.putImageData(noise, 0, 0)
  }, 100)
</script>`

/** '0:07' in milliseconds. */
export const msOf = (time: string | null): number => {
  const [minutes = 0, seconds = 0] = (time ?? '').split(':').map(Number)
  return (minutes * 60 + seconds) * 1000
}

export type CountedFrame = { /** Seconds. */ readonly time: number; readonly count: number }

const tools = await findMediaTools({
  ffmpegPath: process.env.FFMPEG_PATH ?? null,
  ffprobePath: process.env.FFPROBE_PATH ?? null,
})
const run = (program: 'ffmpeg' | 'ffprobe', parameters: string[]) =>
  execFileSync(tools[program], parameters, { maxBuffer: 2 ** 28 })

/** Every frame of a file with its time and the number that it shows. */
export function readCountedFrames(file: string): CountedFrame[] {
  const listed = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=pts_time', '-of', 'csv=p=0', file]
  const times = run('ffprobe', listed).toString().split('\n').map(parseFloat).filter(Number.isFinite)
  const filter = `crop=iw:24:0:36,scale=${bits}:1:flags=area,format=gray`
  const raw = run('ffmpeg', [
    '-v',
    'error',
    '-i',
    file,
    '-vf',
    filter,
    '-fps_mode',
    'passthrough',
    '-f',
    'rawvideo',
    '-',
  ])
  return times.map((time, frame) => {
    const row = raw.subarray(frame * bits, (frame + 1) * bits)
    return { time, count: row.reduce((count, value) => count * 2 + (value > 127 ? 1 : 0), 0) }
  })
}

/** Loudness in dB of one frequency. */
export function loudnessAt(file: string, hertz: number): number {
  const filter = `bandpass=f=${hertz}:width_type=h:w=40,bandpass=f=${hertz}:width_type=h:w=40,volumedetect`
  const output = execFileSync('sh', [
    '-c',
    `"$0" "$@" 2>&1`,
    tools.ffmpeg,
    '-i',
    file,
    '-vn',
    '-af',
    filter,
    '-f',
    'null',
    '-',
  ])
  return Number(/mean_volume: (-?[\d.]+) dB/.exec(output.toString())?.[1] ?? -Infinity)
}

/** A file of ten seconds for a microphone that plays it. */
export function writeTone(file: string, hertz: number): void {
  const [rate, seconds] = [48_000, 10]
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let at = 0; at < rate * seconds; at++)
    samples.writeInt16LE(Math.round(6000 * Math.sin((2 * Math.PI * hertz * at) / rate)), at * 2)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  writeFileSync(file, Buffer.concat([head, samples]))
}
