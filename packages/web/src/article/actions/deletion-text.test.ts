import { expect, it } from 'vitest'
import { deletionText } from './deletion-text.ts'

it('names the articles that are deleted with it', () => {
  expect(deletionText([])).toBe('The article is deleted for everyone. It can be restored from the trash for 30 days.')
  expect(deletionText(['Phone list'])).toBe(
    'This also deletes 1 sub-article: “Phone list”. It can be restored from the trash for 30 days.',
  )
  expect(deletionText(['One', 'Two', 'Three'])).toContain('“One”, “Two” and “Three”')
})

it('counts them when there are too many to name', () => {
  const titles = Array.from({ length: 12 }, (_, index) => `Article ${index}`)
  expect(deletionText(titles)).toContain('“Article 4” and 7 more')
})
