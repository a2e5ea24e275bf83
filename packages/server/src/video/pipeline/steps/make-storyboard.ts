/** Makes one file with thumbnails of the whole recording, for the timeline and for hovering. */
import type { Storyboard } from '@knowreel/shared/video/video.wire.ts'
import path from 'node:path'
import { inputArguments, runMedia, commandArguments, type MediaFile } from '../../../platform/media/index.ts'
import type { StepTools } from '../run/run-step.ts'

const maxThumbnails = 600
/** Keeps the file within 4000 pixels, which phones still decode. */
const maxColumns = 25
const thumbnailEdge = 160
const minInterval = 1000
/**
 * Up to this duration every frame is decoded. Beyond it, key frames are close enough and a hundred times faster.
 * Milliseconds.
 */
const maxExactDuration = 120_000

export function planStoryboard(
  duration: number,
  size: { readonly width: number; readonly height: number },
): Storyboard {
  const interval = Math.max(minInterval, Math.ceil(duration / maxThumbnails))
  const count = Math.max(1, Math.ceil(duration / interval))
  const scale = thumbnailEdge / Math.max(size.width, size.height)
  const even = (pixels: number) => Math.max(2, Math.round((pixels * scale) / 2) * 2)
  return {
    columns: Math.min(maxColumns, count),
    count,
    width: even(size.width),
    height: even(size.height),
    interval,
  }
}

export async function makeStoryboard(
  step: StepTools,
  file: MediaFile,
  duration: number,
  size: { readonly width: number; readonly height: number },
) {
  const board = planStoryboard(duration, size)
  const rows = Math.ceil(board.count / board.columns)
  const sprite = path.join(step.folder, 'storyboard.jpg')
  // The last frame is repeated until every thumbnail has one.
  const filters = [
    `fps=1000/${board.interval}:start_time=0`,
    `scale=${board.width}:${board.height}`,
    'tpad=stop=-1:stop_mode=clone',
    `trim=end_frame=${board.count}`,
    `tile=${board.columns}x${rows}`,
  ]
  await runMedia(step.tools, {
    program: 'ffmpeg',
    parameters: [
      ...(duration > maxExactDuration ? ['-skip_frame', 'nokey'] : []),
      ...inputArguments(file),
      ...commandArguments`-an -frames:v 1 -pix_fmt yuvj420p -q:v 5 -map_metadata -1`,
      ...commandArguments`-vf ${filters.join(',')}`,
      ...commandArguments`-f image2 -update 1 file:${sprite}`,
    ],
    timeoutMs: 300_000 + duration * 4,
    signal: step.signal,
  })
  return { change: { storyboard_key: await step.storeFile('image/jpeg', sprite), storyboard: JSON.stringify(board) } }
}
