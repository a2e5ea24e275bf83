import { describe, expect, it } from 'vitest'
import { findWords, type FindOptions } from './find-words.ts'

const find = (text: string, words: string, options: Partial<FindOptions> = {}): string[] =>
  findWords(text, words, { isCaseKept: false, isWholeWord: false, ...options }).map(({ from, to }) =>
    text.slice(from, to),
  )

describe('words that are looked for', () => {
  it('are found whatever their case, unless it counts', () => {
    expect(find('Gate, gate, GATE', 'gate')).toEqual(['Gate', 'gate', 'GATE'])
    expect(find('Gate, gate, GATE', 'gate', { isCaseKept: true })).toEqual(['gate'])
  })

  it('are found with and without accents, composed or not', () => {
    expect(find('café Cafe\u0301 CAFE', 'cafe')).toEqual(['café', 'Cafe\u0301', 'CAFE'])
    expect(find('cafe', 'Café')).toEqual(['cafe'])
    expect(find('Ελλάδα', 'ελλαδα')).toEqual(['Ελλάδα'])
    expect(find('ünïcode 🔥 fire', 'fire')).toEqual(['fire'])
  })

  it('may have to stand alone', () => {
    expect(find('gateway gate gates', 'gate', { isWholeWord: true })).toEqual(['gate'])
    expect(find('Tür, Türen', 'tur', { isWholeWord: true })).toEqual(['Tür'])
    expect(find('a(b) (b)', '(b)', { isWholeWord: true })).toEqual(['(b)', '(b)'])
  })

  it('are taken to the letter, and do not overlap', () => {
    expect(find('a.b axb', 'a.b')).toEqual(['a.b'])
    expect(find('aaaa', 'aa')).toEqual(['aa', 'aa'])
    expect(find('anything', '')).toEqual([])
  })
})
