import { describe, expect, it } from 'vitest'
import { findMatches, type FindOptions } from './find-matches.ts'

const find = (text: string, words: string, options: Partial<FindOptions> = {}): string[] =>
  findMatches(text, words, { isCaseSensitive: false, isWholeWord: false, ...options }).map(({ from, to }) =>
    text.slice(from, to),
  )

describe('a search query', () => {
  it('ignores case, unless it is significant', () => {
    expect(find('Gate, gate, GATE', 'gate')).toEqual(['Gate', 'gate', 'GATE'])
    expect(find('Gate, gate, GATE', 'gate', { isCaseSensitive: true })).toEqual(['gate'])
  })

  it('matches with and without accents, composed or decomposed', () => {
    expect(find('café Cafe\u0301 CAFE', 'cafe')).toEqual(['café', 'Cafe\u0301', 'CAFE'])
    expect(find('cafe', 'Café')).toEqual(['cafe'])
    expect(find('Ελλάδα', 'ελλαδα')).toEqual(['Ελλάδα'])
    expect(find('ünïcode 🔥 fire', 'fire')).toEqual(['fire'])
  })

  it('can be limited to whole words', () => {
    expect(find('gateway gate gates', 'gate', { isWholeWord: true })).toEqual(['gate'])
    expect(find('Tür, Türen', 'tur', { isWholeWord: true })).toEqual(['Tür'])
    expect(find('a(b) (b)', '(b)', { isWholeWord: true })).toEqual(['(b)', '(b)'])
  })

  it('is matched literally, without overlaps', () => {
    expect(find('a.b axb', 'a.b')).toEqual(['a.b'])
    expect(find('aaaa', 'aa')).toEqual(['aa', 'aa'])
    expect(find('anything', '')).toEqual([])
  })
})
