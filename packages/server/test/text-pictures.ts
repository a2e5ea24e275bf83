/** Pictures and recordings of text, for tests of what recognises it. */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { commandArguments } from '../src/platform/media/index.ts'
import { findMediaTools } from '../src/platform/media/media-tools.ts'

const require = createRequire(import.meta.url)
const fontfile = path.join(
  path.dirname(require.resolve('@expo-google-fonts/noto-sans/package.json')),
  '400Regular/NotoSans_400Regular.ttf',
)

type Look = {
  readonly width?: number
  readonly height?: number
  readonly fontPixels?: number
  readonly isDark?: boolean
}

/** One line below the other, as on a screen. */
export async function writeTextPicture(
  file: string,
  lines: readonly string[],
  { width = 1280, height = 720, fontPixels = 24, isDark = false }: Look = {},
): Promise<void> {
  const [paper, ink] = isDark ? ['#1b1b1f', '#e4e4e8'] : ['#ffffff', '#1d1d1f']
  const composite = await Promise.all(
    lines.map(async (line, index) => ({
      input: await sharp({
        // At 72 dpi, points are pixels.
        text: {
          text: `<span foreground="${ink}">${line}</span>`,
          font: `Noto Sans ${fontPixels}`,
          fontfile,
          dpi: 72,
          rgba: true,
        },
      })
        .png()
        .toBuffer(),
      left: Math.round(width / 20),
      top: Math.round(height / 12) + index * fontPixels * 3,
    })),
  )
  await sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(composite)
    .png()
    .toFile(file)
}

export type Scene = { readonly lines: readonly string[]; readonly seconds: number }

/** Shows one scene after the other; sound is left out. */
export async function makeTextVideo(file: string, scenes: readonly Scene[], look?: Look): Promise<void> {
  const pictures = scenes.map((_, index) => `${file}.${index}.png`)
  for (const [index, { lines }] of scenes.entries()) await writeTextPicture(pictures[index] ?? '', lines, look)
  const { ffmpeg } = await findMediaTools({
    ffmpegPath: process.env['FFMPEG_PATH'] ?? null,
    ffprobePath: process.env['FFPROBE_PATH'] ?? null,
  })
  const inputs = scenes.flatMap(
    ({ seconds }, index) => commandArguments`-loop 1 -framerate 10 -t ${seconds} -i ${pictures[index] ?? ''}`,
  )
  await promisify(execFile)(ffmpeg, [
    ...commandArguments`-v error -nostdin -y`,
    ...inputs,
    ...commandArguments`-filter_complex concat=n=${scenes.length}:v=1:a=0`,
    ...commandArguments`-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 10 -movflags +faststart -f mp4 ${file}`,
  ])
}
