import { expect, test } from 'vitest'
import { companyWords, mergeWords, transferWords } from './move-words.ts'

test('a transfer says what goes along', () => {
  expect(transferWords(0)).toBe('Its drafts and versions go with it.')
  expect(transferWords(1)).toBe('With it goes the article under it, and all drafts and versions.')
  expect(transferWords(3)).toBe('With it go the 3 articles under it, and all drafts and versions.')
})

test('a merge says what goes away, what moves and what is kept', () => {
  expect(mergeWords('Left', 0)).toBe('“Left” goes away, and what the other one was before is kept as a version.')
  expect(mergeWords('Left', 2)).toContain('the 2 articles under it go to the other one')
})

test('a transfer to another company says what ends', () => {
  expect(companyWords('Halden')).toBe(
    'It leaves this company: links to it and shares end, and only those who see the workspace in Halden will see it.',
  )
})
