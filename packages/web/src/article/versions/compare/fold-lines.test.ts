import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldLines } from './fold-lines.ts'
import { isChangedLine, type BlockLine } from './text-diff.ts'

/** One line per letter: `+` was added, `~` looks different, the others are unchanged. */
const linesOf = (letters: string): BlockLine[] =>
  [...letters].map((text) => ({
    line: [{ kind: text === '+' ? 'added' : 'same', text }],
    shape: 'text',
    isAppearanceChanged: text === '~',
  }))
const wordsOf = (lines: readonly BlockLine[]) => lines.map(({ line }) => line.map(({ text }) => text).join('')).join('')
const shown = (letters: string) =>
  foldLines(linesOf(letters)).map(({ isFolded, lines }) => (isFolded ? `(${wordsOf(lines)})` : wordsOf(lines)))

describe('a comparison', () => {
  test('folds lines far from every change', () => {
    expect(shown('abcdefg+hijklmno~p')).toEqual(['(abcde)', 'fg+hi', '(jklm)', 'no~p'])
  })

  test('does not fold a few lines', () => {
    expect(shown('abcde+fghijkl+m')).toEqual(['abcde+fghijkl+m'])
  })

  test('without a changed line is one fold', () => {
    expect(shown('abcdef')).toEqual(['(abcdef)'])
    expect(shown('')).toEqual([])
  })

  test('keeps every line in order and hides no change', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'd', '+', '~'), { maxLength: 40 }), (letters) => {
        const stretches = foldLines(linesOf(letters.join('')))
        expect(stretches.map(({ lines }) => wordsOf(lines)).join('')).toBe(letters.join(''))
        expect(stretches.some(({ isFolded, lines }) => isFolded && lines.some(isChangedLine))).toBe(false)
      }),
    )
  })
})
