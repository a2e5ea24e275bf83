import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBlocks as compare, compareWords, countWords, type DiffLine, type NoteBlock } from './text-diff.ts'

const blockOf = (text: string, more: Partial<NoteBlock> = {}): NoteBlock => ({
  text,
  shape: 'text',
  appearance: text,
  ...more,
})
const compareBlocks = (before: readonly string[], after: readonly string[]) =>
  compare(
    before.map((text) => blockOf(text)),
    after.map((text) => blockOf(text)),
  ).map(({ line }) => line)

const side = (line: DiffLine, left: 'added' | 'removed') =>
  line
    .filter(({ kind }) => kind !== left)
    .map(({ text }) => text)
    .join('')

describe('comparing two texts', () => {
  test('shows added and removed words and leaves the others', () => {
    expect(compareWords('Wait two minutes.', 'Wait about five minutes.')).toEqual([
      { kind: 'same', text: 'Wait ' },
      { kind: 'removed', text: 'two' },
      { kind: 'added', text: 'about five' },
      { kind: 'same', text: ' minutes.' },
    ])
  })

  test('shows only the inserted block as new', () => {
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

  test('classifies each line, also where the words of several blocks are compared', () => {
    const lines = compare(
      [blockOf('Rail 15 minutes', { shape: 'row' }), blockOf('Old plan', { shape: 'heading' })],
      [blockOf('Rail 25 minutes', { shape: 'row' }), blockOf('Call first', { shape: 'item' }), blockOf('New plan')],
    )
    expect(lines.map(({ shape, line }) => [shape, side(line, 'removed')])).toEqual([
      ['row', 'Rail 25 minutes'],
      ['item', 'Call first'],
      ['text', 'New plan'],
    ])
  })

  test('keeps the lines of one block together', () => {
    const [old, now] = [blockOf('gw status', { shape: 'code' }), blockOf('gw status\ngw reboot', { shape: 'code' })]
    const lines = compare([old, blockOf('Old plan')], [now, blockOf('New plan')])
    expect(lines.map(({ shape, line }) => [shape, side(line, 'removed')])).toEqual([
      ['code', 'gw status\ngw reboot'],
      ['text', 'New plan'],
    ])
  })

  test('detects a block whose look alone changed', () => {
    const [bold, plain] = [blockOf('Never', { appearance: '<b>Never</b>' }), blockOf('Never')]
    const lines = compare([blockOf('One'), plain], [blockOf('One'), bold])
    expect(lines.map(({ isAppearanceChanged }) => isAppearanceChanged)).toEqual([false, true])
  })

  test('counts words, not punctuation and spaces', () => {
    const lines = compareBlocks(['Restart it – now!'], ['Restart it – in 2.5 hours, don’t forget!'])
    expect(countWords(lines)).toEqual({ added: 5, removed: 1 })
  })

  test('finds nothing between equal texts', () => {
    expect(countWords(compareBlocks(['Same', ''], ['Same', '']))).toEqual({ added: 0, removed: 0 })
  })

  test('reproduces both texts, whatever they are', () => {
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

  test('is fast for two long texts that have nothing in common', () => {
    const long = (word: string) => Array.from({ length: 400 }, (_, at) => `${word}${at} `.repeat(20))
    const started = performance.now()
    const lines = compareBlocks(long('a'), long('b'))
    expect(performance.now() - started).toBeLessThan(1500)
    expect(lines).toHaveLength(800)
  })
})
