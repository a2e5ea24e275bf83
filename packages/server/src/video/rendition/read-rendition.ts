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

type FoundRendition = {
  /** Null if there is none yet. */
  readonly file: { readonly id: string; readonly key: string; readonly duration: number } | null
  /** Null if a recording's own file is used, or nothing was published with this map. */
  readonly row: RenditionRow | null
}

/** The one file of a play map. */
export async function findRenditionFile(db: Db, { companyId, map, videos }: RenditionQuery): Promise<FoundRendition> {
  const whole = findWholeRecording(map, videos)
  if (whole !== null) {
    const { id, main_key: key, duration } = whole
    return { file: key === null || duration === null ? null : { id, key, duration }, row: null }
  }
  const row = map.length === 0 ? null : await findRendition(db, { companyId, hash: mapHash(map) })
  if (row === null || row.file_key === null || row.duration === null || row.status !== 'done')
    return { file: null, row }
  return { file: { id: row.id, key: row.file_key, duration: row.duration }, row }
}

export async function readRendition(
  db: Db,
  of: RenditionQuery,
  signAddress: (fileKey: string) => string,
): Promise<Rendition | null> {
  const { file } = await findRenditionFile(db, of)
  return file && { url: signAddress(file.key), mime: 'video/mp4', duration: file.duration }
}

export const toRenditionStateView = ({ status, progress, error }: RenditionRow): z.infer<typeof renditionState> => ({
  status,
  progress,
  error: error === null ? null : videoErrorText(error),
})
