/** Video files for tests. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findMediaTools } from '../../packages/server/src/platform/media/media-tools.ts'

export type RecordingFolder = {
  /** MP4, or WebM by its name. `isNoisy`: as large as a camera file, about 2.5 MB per second. Returns its path. */
  create(name: string, options: { seconds: number; isNoisy?: boolean }): Promise<string>
  remove(): void
}

export function createRecordingFolder(): RecordingFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-recordings-'))
  return {
    async create(name, { seconds, isNoisy = false }) {
      const { ffmpeg } = await findMediaTools({
        ffmpegPath: process.env.FFMPEG_PATH ?? null,
        ffprobePath: process.env.FFPROBE_PATH ?? null,
      })
      const file = path.join(folder, name)
      const picture = isNoisy
        ? `nullsrc=size=640x360:rate=30:duration=${seconds},geq=random(1)*255:128:128`
        : `testsrc=size=640x360:rate=30:duration=${seconds}`
      const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
      const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30', '-c:a', 'aac']
      const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-g', '30', '-c:a', 'libopus']
      const codecs = name.endsWith('.webm') ? vp8 : [...h264, '-movflags', '+faststart']
      const rate = isNoisy ? ['-b:v', '20M'] : []
      execFileSync(ffmpeg, ['-v', 'error', '-y', ...inputs, ...codecs, ...rate, file])
      return file
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
