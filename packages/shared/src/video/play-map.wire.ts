/** The shape of play maps as they travel; what it means is in play-map-entries.ts, which browsers can have without zod. */
import * as z from 'zod'
import type { PlayMapEntry } from './play-map-entries.ts'

/** No recording is longer: 8 hours, and an article may hold several. */
export const longestDuration = 7 * 24 * 3_600_000
const time = z.number().int().min(0).max(longestDuration)

export const playMapEntry = z.object({
  totalTime: time,
  videoTime: time,
  videoId: z.string().min(1).max(64),
}) satisfies z.ZodType<PlayMapEntry>

export const mostPieces = 2000
export const playMapEntries = z.array(playMapEntry).max(mostPieces)
