import type { PlayMap } from '@knowreel/shared/video/play-map.ts'
import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { listVideos } from '../video-list.queries.ts'
import { mapHash } from './map-hash.ts'
import { listRenditionPosters } from './rendition.queries.ts'
import { findWholeRecording } from './whole-recording.ts'

/**
 * Posters of what several articles of a company play, by article. As in `readRendition`: a poster never shows what was cut
 * out, and there is none if a recording was deleted.
 */
export async function listPosters(
  db: Db,
  companyId: string,
  maps: ReadonlyMap<string, PlayMap>,
): Promise<Map<string, string>> {
  const played = [...maps].filter(([, map]) => map.length > 0).map(([id, map]) => ({ id, map, hash: mapHash(map) }))
  const [videos, renditions] = await Promise.all([
    listVideos(db, companyId, [...new Set(played.flatMap(({ map }) => videoIdsOf(map)))]),
    listRenditionPosters(
      db,
      companyId,
      played.map(({ hash }) => hash),
    ),
  ])
  const videoIds = new Set(videos.map(({ id }) => id))
  const posters = new Map<string, string>()
  for (const { id, map, hash } of played) {
    if (videoIdsOf(map).some((videoId) => !videoIds.has(videoId))) continue
    const whole = findWholeRecording(map, videos)
    const key = whole === null ? renditions.get(hash) : whole.poster_key
    if (key) posters.set(id, key)
  }
  return posters
}
