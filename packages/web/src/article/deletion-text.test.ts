import { expect, it } from 'vitest'
import { deletionText } from './deletion-text.ts'

it('names the articles that go with the deleted one', () => {
  expect(deletionText([])).toBe('The article goes away for everyone. This cannot be undone.')
  expect(deletionText(['Phone list'])).toBe('With it goes the article under it: “Phone list”. This cannot be undone.')
  expect(deletionText(['One', 'Two', 'Three'])).toContain('“One”, “Two” and “Three”')
})

it('counts what is too much to name', () => {
  const titles = Array.from({ length: 12 }, (_, index) => `Article ${index}`)
  expect(deletionText(titles)).toContain('“Article 4” and 7 more')
})
