/** What the pictures of a recording show. */
import { execFileSync } from 'node:child_process'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'

const tools = await findMediaTools({
  ffmpegPath: process.env.FFMPEG_PATH ?? null,
  ffprobePath: process.env.FFPROBE_PATH ?? null,
})

export type Colour = readonly [red: number, green: number, blue: number]
export type Picture = { readonly width: number; readonly height: number; at(x: number, y: number): Colour }

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

/** Whether a picture shows the colour anywhere; every second pixel is looked at. */
export function shows(picture: Picture, colour: Colour): boolean {
  for (let y = 0; y < picture.height; y += 2)
    for (let x = 0; x < picture.width; x += 2) if (isNear(picture.at(x, y), colour, 24)) return true
  return false
}
