/** What the pictures of a recording show. */
import { execFileSync } from 'node:child_process'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'

const tools = await findMediaTools({
  ffmpegPath: process.env.FFMPEG_PATH ?? null,
  ffprobePath: process.env.FFPROBE_PATH ?? null,
})

type Colour = readonly [red: number, green: number, blue: number]
type Picture = { readonly width: number; readonly height: number; at(x: number, y: number): Colour }

/** Ten pictures of each second. */
export function readPictures(file: string): Picture[] {
  const entries = ['-show_entries', 'stream=width,height', '-of', 'csv=p=0']
  const listed = execFileSync(tools.ffprobe, ['-v', 'error', '-select_streams', 'v', ...entries, file]).toString()
  const [width = 0, height = 0] = listed.split(/[,\n]/).map(Number)
  const raw = execFileSync(
    tools.ffmpeg,
    ['-v', 'error', '-i', file, '-vf', 'fps=10,format=rgb24', '-f', 'rawvideo', '-'],
    { maxBuffer: 2 ** 31 },
  )
  const bytes = width * height * 3
  return Array.from({ length: Math.floor(raw.length / bytes) }, (_, index) => ({
    width,
    height,
    at(x, y) {
      const pixel = index * bytes + (Math.round(y) * width + Math.round(x)) * 3
      return [raw[pixel] ?? 0, raw[pixel + 1] ?? 0, raw[pixel + 2] ?? 0]
    },
  }))
}

export const isNear = (one: Colour, other: Colour, tolerance = 40): boolean =>
  one.every((value, channel) => Math.abs(value - (other[channel] ?? 0)) <= tolerance)
