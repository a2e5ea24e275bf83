import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { videoErrorText } from '@knowreel/shared/video/video-errors.ts'
import type { Rendition, renditionState } from '@knowreel/shared/video/video.wire.ts'
import type * as z from 'zod'
import type { Db } from '../../platform/database/db.ts'
import type { VideoRow } from '../video.queries.ts'
import { mapHash } from './map-hash.ts'
import { findRendition, type RenditionRow } from './rendition.queries.ts'
import { findWholeRecording } from './whole-recording.ts'

type RenditionQuery = {
  readonly companyId: string
  readonly map: PlayMap
  readonly videos: readonly VideoRow[]
}

type RenditionFiles = {
  readonly id: string
  readonly key: string
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
  return { file: row === null || row.status === 'done' ? file : null, row }
}

/** It may be the quick one, while a better one is rendered. */
async function findPlayableFile(db: Db, { companyId, map, videos }: RenditionQuery): Promise<FoundRendition> {
  const whole = findWholeRecording(map, videos)
  if (whole !== null) {
    const { id, main_key: key, duration } = whole
    return { file: key === null || duration === null ? null : { id, key, duration, pictures: whole }, row: null }
  }
  const row = map.length === 0 ? null : await findRendition(db, { companyId, hash: mapHash(map) })
  if (row === null || row.file_key === null || row.duration === null) return { file: null, row }
  return { file: { id: row.id, key: row.file_key, duration: row.duration, pictures: row }, row }
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
  const { key, duration, pictures } = file
  const signed = (picture: string | null) => (picture === null ? null : signAddress(picture))
  return {
    url: signAddress(key),
    mime: 'video/mp4',
    duration,
    posterUrl: signed(pictures.poster_key),
    spriteUrl: signed(pictures.storyboard_key),
    sprite: pictures.storyboard,
  }
}

export const toRenditionStateView = ({ status, progress, error }: RenditionRow): z.infer<typeof renditionState> => ({
  status,
  progress,
  error: error === null ? null : videoErrorText(error),
})
