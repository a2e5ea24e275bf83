import { describe, expect, it } from 'vitest'
import { storePosition, resumePosition, parsePositions } from './resume.rules.ts'

const place = (id: string, time: number, at = 0) => ({ id, time, at })

describe('the stored position', () => {
  it('is stored between the fifth second and the last twentieth', () => {
    const kept = (time: number) => storePosition([], place('one', time), 100_000).length
    expect([0, 4999, 5000, 95_000, 95_001, 100_000].map(kept)).toEqual([0, 0, 1, 1, 0, 0])
  })

  it('is deleted when the recording is started over or watched to its end', () => {
    const before = [place('one', 40_000), place('two', 9000)]
    expect(storePosition(before, place('one', 99_000), 100_000)).toEqual([place('two', 9000)])
    expect(storePosition(before, place('one', 0), 100_000)).toEqual([place('two', 9000)])
  })

  it('is stored for the last hundred articles', () => {
    let places = parsePositions(null)
    for (let index = 0; index < 130; index++)
      places = storePosition(places, place(`article ${index}`, 6000, index), 60_000)
    expect(places).toHaveLength(100)
    expect(places[0]?.id).toBe('article 129')
    expect(resumePosition(places, 'article 30', 60_000)).toBe(6000)
    expect(resumePosition(places, 'article 29', 60_000)).toBeNull()
  })

  it('is ignored when the article has become too short for it', () => {
    expect(resumePosition([place('one', 40_000)], 'one', 60_000)).toBe(40_000)
    expect(resumePosition([place('one', 40_000)], 'one', 41_000)).toBeNull()
  })

  it('is validated when it is read', () => {
    for (const kept of [null, '', '{', '7', 'null', '{"id":1}', '[1, null, {"id":"x"}, {"id":"x","time":"5","at":1}]'])
      expect(parsePositions(kept), String(kept)).toEqual([])
    expect(parsePositions('[{"id":"x","time":7000,"at":1}, 3]')).toEqual([place('x', 7000, 1)])
  })
})
