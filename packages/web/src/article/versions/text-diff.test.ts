import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBlocks, compareWords, countWords, type DiffLine } from './text-diff.ts'

const side = (line: DiffLine, left: 'added' | 'removed') =>
  line
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

describe('comparing two texts', () => {
  test('shows words that came and went, and leaves the others', () => {
    expect(compareWords('Wait two minutes.', 'Wait about five minutes.')).toEqual([
      { kind: 'same', text: 'Wait ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'about five' },
      { kind: 'same', text: ' minutes.' },
    ])
  })

  test('shows a block that was put between others as new, and no other', () => {
    expect(compareBlocks(['One', 'Two'], ['One', 'And a half', 'Two'])).toEqual([
      [{ kind: 'same', text: 'One' }],
      [{ kind: 'added', text: 'And a half' }],
      [{ kind: 'same', text: 'Two' }],
    ])
  })

  test('shows blocks with little in common one after the other', () => {
    const lines = compareBlocks(['Unplug the old meter first'], ['Nobody else may open this box'])
    expect(lines.map((line) => line.map(({ kind }) => kind))).toEqual([['removed'], ['added']])
  })

  test('counts words, not signs and spaces', () => {
    const lines = compareBlocks(['Restart it – now!'], ['Restart it – in 2.5 hours, don’t forget!'])
    expect(countWords(lines)).toEqual({ added: 5, removed: 1 })
  })

  test('finds nothing between equal texts', () => {
    expect(countWords(compareBlocks(['Same', ''], ['Same', '']))).toEqual({ added: 0, removed: 0 })
  })

  test('gives both texts back, whatever they are', () => {
    const text = fc.array(fc.constantFrom('meter', 'gateway', ' ', ', ', '.', 'Ä', '🙂', '-'), { maxLength: 30 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        const line = compareWords(one.join(''), other.join(''))
        expect(side(line, 'added')).toBe(one.join(''))
        expect(side(line, 'removed')).toBe(other.join(''))
      }),
    )
  })

  test('loses no word of any block', () => {
    const blocks = fc.array(fc.constantFrom('one two three', 'one three', 'four', 'two three four five', 'six'), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const lines = compareBlocks(before, after)
        const wordsOf = (texts: readonly string[]) => texts.join('').replaceAll(' ', '')
        expect(wordsOf(lines.map((line) => side(line, 'added')))).toBe(wordsOf(before))
        expect(wordsOf(lines.map((line) => side(line, 'removed')))).toBe(wordsOf(after))
      }),
    )
  })

  test('is done at once with two long texts that have nothing in common', () => {
    const long = (word: string) => Array.from({ length: 400 }, (_, at) => `${word}${at} `.repeat(20))
    const started = performance.now()
    const lines = compareBlocks(long('a'), long('b'))
    expect(performance.now() - started).toBeLessThan(1500)
    expect(lines).toHaveLength(800)
  })
})
