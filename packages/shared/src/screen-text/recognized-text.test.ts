import { expect, test } from 'vitest'
import { toLines, type RecognizedWord } from './recognized-text.ts'

/** Words of 10 pixels a letter, 20 high, at these positions. */
const word = (text: string, left: number, confidence = 95): RecognizedWord => ({
  text,
  confidence,
  box: { left, top: 100, right: left + text.length * 10, bottom: 120 },
})
const textsOf = (words: readonly RecognizedWord[]) => toLines([words], { minConfidence: 60 }).map(({ text }) => text)

test('words of a line are joined, and their boxes', () => {
  expect(toLines([[word('Replace', 0), word('seals', 80, 85)]], { minConfidence: 60 })).toEqual([
    { text: 'Replace seals', confidence: 90, box: { left: 0, top: 100, right: 130, bottom: 120 } },
  ])
})

test('uncertain words are left out, and icons at the ends', () => {
  expect(textsOf([word('©', 0), word('Save', 20), word('as', 70), word('%%', 100, 20), word('>', 130)])).toEqual([
    'Save as',
  ])
})

test('a line without two letters or figures is an icon', () => {
  expect([textsOf([word('x', 0)]), textsOf([word('—', 0)]), textsOf([word('42', 0)])]).toEqual([[], [], ['42']])
})

test('parts of a screen that are far apart are lines of their own', () => {
  expect(textsOf([word('Firmware', 0), word('update', 90), word('Uplink', 400)])).toEqual(['Firmware update', 'Uplink'])
})
