import { describe, expect, it } from 'vitest'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { tree } from '@knowreel/shared/workspace/order-tree.fixture.ts'
import { chosenArticle, firstOfSides } from './chosen-article.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'

const article = (id: string, other: Partial<ArticleTreeEntry> = {}) => ({ id, duration: 0, isHasText: true, ...other })
const browsed = (...articles: object[]) =>
  ({ workspace: { order: tree({ b: { c: {} }, a: {} }) }, articles }) as unknown as BrowsedWorkspace

describe('opening a workspace', () => {
  const all = browsed(article('a'), article('b', { isArchived: true }), article('c', { duration: 9, isHasText: false }))

  it('shows the first article in its order that is not archived', () => {
    expect(chosenArticle(all, undefined)?.id).toBe('c')
    expect(chosenArticle(browsed(), undefined)).toBeUndefined()
  })

  it('shows the last opened article, if it still exists', () => {
    expect(chosenArticle(all, 'a')?.id).toBe('a')
    expect(chosenArticle(all, 'b')?.id, 'archived').toBe('c')
    expect(chosenArticle(all, 'gone')?.id).toBe('c')
  })

  it('starts watching at its first recording, and reading at its first text', () => {
    expect(firstOfSides(all)).toMatchObject({ video: { id: 'c' }, notes: { id: 'a' } })
    expect(firstOfSides(browsed(article('a'))).video).toBeUndefined()
  })
})
