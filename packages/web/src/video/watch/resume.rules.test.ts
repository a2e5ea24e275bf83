import { describe, expect, it } from 'vitest'
import { storePosition, resumePosition, parsePositions } from './resume.rules.ts'

const position = (id: string, time: number, at = 0) => ({ id, time, at })

describe('the stored position', () => {
  it('is stored between the fifth second and the last twentieth', () => {
    const kept = (time: number) => storePosition([], position('one', time), 100_000).length
    expect([0, 4999, 5000, 95_000, 95_001, 100_000].map(kept)).toEqual([0, 0, 1, 1, 0, 0])
  })

  it('is deleted when the recording is started over or watched to its end', () => {
    const before = [position('one', 40_000), position('two', 9000)]
    expect(storePosition(before, position('one', 99_000), 100_000)).toEqual([position('two', 9000)])
    expect(storePosition(before, position('one', 0), 100_000)).toEqual([position('two', 9000)])
  })

  it('is stored for the last hundred articles', () => {
    let positions = parsePositions(null)
    for (let index = 0; index < 130; index++)
      positions = storePosition(positions, position(`article ${index}`, 6000, index), 60_000)
    expect(positions).toHaveLength(100)
    expect(positions[0]?.id).toBe('article 129')
    expect(resumePosition(positions, 'article 30', 60_000)).toBe(6000)
    expect(resumePosition(positions, 'article 29', 60_000)).toBeNull()
  })

  it('is ignored when the article has become too short for it', () => {
    expect(resumePosition([position('one', 40_000)], 'one', 60_000)).toBe(40_000)
    expect(resumePosition([position('one', 40_000)], 'one', 41_000)).toBeNull()
  })

  it('is validated when it is read', () => {
    for (const kept of [null, '', '{', '7', 'null', '{"id":1}', '[1, null, {"id":"x"}, {"id":"x","time":"5","at":1}]'])
      expect(parsePositions(kept), String(kept)).toEqual([])
    expect(parsePositions('[{"id":"x","time":7000,"at":1}, 3]')).toEqual([position('x', 7000, 1)])
  })
})
