import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { canRetryVideoError, videoErrorText } from '@knowreel/shared/video/video-errors.ts'
import type { Rendition, renditionState } from '@knowreel/shared/video/video.wire.ts'
import type * as z from 'zod'
import type { Db } from '../../platform/database/db.ts'
import { listFailedRecordings } from '../pipeline/run/video-step.queries.ts'
import { playableFileOf, type PlayableFile } from '../playable-file.ts'
import type { VideoRow } from '../video.queries.ts'
import { mapHash } from './map-hash.ts'
import { findRendition, type RenditionRow } from './rendition.queries.ts'
import { findWholeRecording } from './whole-recording.ts'

type RenditionQuery = {
  readonly companyId: string
  readonly map: PlayMap
  readonly videos: readonly VideoRow[]
}

type RenditionFiles = PlayableFile & {
  readonly id: string
  readonly duration: number
  readonly pictures: Pick<VideoRow, 'poster_key' | 'storyboard_key' | 'storyboard'>
}

type FoundRendition = {
  /** Null if there is none yet. */
  readonly file: RenditionFiles | null
  /** Null if a recording's own file is used, or nothing was published with this map. */
  readonly row: RenditionRow | null
}

/** The one file of a play map, in full quality. */
export async function findRenditionFile(db: Db, query: RenditionQuery): Promise<FoundRendition> {
  const { file, row } = await findPlayableFile(db, query)
  const isBest = (row === null || row.status === 'done') && file?.needsCodecs === false
  return { file: isBest ? file : null, row }
}

/** The best file so far: the low-quality one during encoding, or one that only some browsers can play. */
async function findPlayableFile(db: Db, { companyId, map, videos }: RenditionQuery): Promise<FoundRendition> {
  const whole = findWholeRecording(map, videos)
  if (whole !== null) {
    const { id, duration } = whole
    const file = playableFileOf(whole)
    return { file: file === null || duration === null ? null : { ...file, id, duration, pictures: whole }, row: null }
  }
  const row = map.length === 0 ? null : await findRendition(db, { companyId, hash: mapHash(map) })
  if (row === null || row.file_key === null || row.duration === null) return { file: null, row }
  const { id, file_key: key, duration } = row
  return { file: { id, key, mime: 'video/mp4', needsCodecs: false, duration, pictures: row }, row }
}

type ReaderOptions = {
  readonly sign: (fileKey: string) => string
  /** They can play the recordings themselves, so a quick rendition is no improvement. */
  readonly hasSources: boolean
}

export async function readRendition(
  db: Db,
  of: RenditionQuery,
  { sign: signAddress, hasSources }: ReaderOptions,
): Promise<Rendition | null> {
  const { file } = await (hasSources ? findRenditionFile(db, of) : findPlayableFile(db, of))
  if (file === null) return null
  const { key, mime, needsCodecs, duration, pictures } = file
  const signed = (picture: string | null) => (picture === null ? null : signAddress(picture))
  return {
    url: signAddress(key),
    mime,
    needsCodecs,
    duration,
    posterUrl: signed(pictures.poster_key),
    spriteUrl: signed(pictures.storyboard_key),
    sprite: pictures.storyboard,
  }
}

/** The code of what keeps readers from getting a file that plays everywhere; null if nothing has failed. */
export async function findRenditionError(db: Db, { companyId, map, videos }: RenditionQuery): Promise<string | null> {
  if (map.length === 0) return null
  const [failed] = await listFailedRecordings(db, videos)
  if (failed !== undefined) return failed.error
  const row = findWholeRecording(map, videos) ? null : await findRendition(db, { companyId, hash: mapHash(map) })
  return row?.status === 'failed' ? (row.error ?? 'video_failed') : null
}

export const toRenditionStateView = ({ status, progress, error }: RenditionRow): z.infer<typeof renditionState> => ({
  status,
  progress,
  error: error === null ? null : videoErrorText(error),
  canRetry: status === 'failed' && canRetryVideoError(error),
})
