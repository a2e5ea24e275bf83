import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../platform/database/db.ts'
import type { FileStorage } from '../platform/files/index.ts'
import {
  commandArguments,
  inputArguments,
  MediaError,
  runMedia,
  type Container,
  type Media,
} from '../platform/media/index.ts'
import { playableFileOf } from './playable-file.ts'

export type CaptureDependencies = {
  readonly db: Db
  readonly files: Pick<FileStorage, 'withFolder' | 'withLocalFile'>
  readonly media: Media
}

type Moment = { readonly companyId: string; readonly videoId: string; readonly videoTime: Ms }

/** The last frame of a recording may begin a moment before its end. In ms. */
const endDistanceMs = 100
const timeoutMs = 30_000
const frameScaleFilter = String.raw`scale=w=min(1280\,iw):h=-2`

/** The picture of a recording at a time, as JPEG; null if the recording is not playable yet. */
export async function captureFrame(
  { db, files, media }: CaptureDependencies,
  { companyId, videoId, videoTime }: Moment,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const video = await findFrameSource(db, companyId, videoId)
  if (video === null) return null
  const at = Math.max(0, Math.min(videoTime, video.duration - endDistanceMs))
  return files.withFolder((folder) =>
    files.withLocalFile(video.key, async (file) => {
      const picture = path.join(folder, 'frame.jpg')
      try {
        await runMedia(await media.tools(), {
          program: 'ffmpeg',
          parameters: [
            ...commandArguments`-ss ${at / 1000}`,
            ...inputArguments({ path: file, container: video.container }),
            ...commandArguments`-frames:v 1 -an -vf ${frameScaleFilter} -pix_fmt yuvj420p`,
            ...commandArguments`-q:v 3 -map_metadata -1 -f image2 -update 1 file:${picture}`,
          ],
          timeoutMs,
          isUrgent: true,
          signal,
        })
        return await readFile(picture)
      } catch (error) {
        // A text without this picture is better than none.
        if (!signal.aborted && (error instanceof MediaError || isMissing(error))) return null
        throw error
      }
    }),
  )
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

async function findFrameSource(db: Db, companyId: string, id: string) {
  const row = await db
    .selectFrom('videos')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .select(['main_key', 'first_key', 'first_mime', 'duration'])
    .executeTakeFirst()
  const played = row && playableFileOf(row)
  if (!played || row.duration === null) return null
  const container: Container = played.mime.startsWith('video/webm') ? 'matroska' : 'mov'
  return { key: played.key, container, duration: row.duration }
}
