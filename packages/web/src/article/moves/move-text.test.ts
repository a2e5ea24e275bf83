import { expect, test } from 'vitest'
import { companyTransferText, mergeText, transferText } from './move-text.ts'

test('a transfer names what moves with the article', () => {
  expect(transferText(0)).toBe('Its drafts and versions move with it.')
  expect(transferText(1)).toBe('Its sub-article, drafts and versions move with it.')
  expect(transferText(3)).toBe('Its 3 sub-articles, drafts and versions move with it.')
})

test('a merge names what is removed, what moves and what is kept', () => {
  expect(mergeText('Left', 0)).toBe(
    '“Left” is removed, and the previous content of the other article is kept as a version.',
  )
  expect(mergeText('Left', 2)).toContain('its 2 sub-articles move to the other article')
})

test('a transfer to another company names what ends', () => {
  expect(companyTransferText('Halden')).toBe(
    'It leaves this company: its links and shares stop working, and only people with access to the workspace in Halden can see it.',
  )
})
