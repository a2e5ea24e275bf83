/** Random play maps, and their test oracle: the flat list of what plays in each millisecond. */
import fc from 'fast-check'
import { normalize, type PlayMap } from './play-map.ts'

const videos = ['v1', 'v2', 'v3'] as const

/** Few recordings and short times, so that pieces often touch, repeat and join. */
const anyPiece = fc.record({
  videoId: fc.constantFrom(...videos),
  in: fc.integer({ min: 0, max: 40 }),
  dur: fc.integer({ min: 0, max: 25 }),
})

export const anyPieces = fc.array(anyPiece, { maxLength: 8 })
export const anyMap: fc.Arbitrary<PlayMap> = anyPieces.map(normalize)

/** Includes times before the start and beyond the end. */
export const anyTime = fc.integer({ min: -10, max: 230 })
export const anyRange = fc.tuple(anyTime, anyTime)

export type Moment = `${string}@${number}`

export const momentsOf = (map: PlayMap): Moment[] =>
  map.flatMap(({ videoId, in: start, dur }) =>
    Array.from({ length: dur }, (_, at): Moment => `${videoId}@${start + at}`),
  )
