import { describe, expect, it } from 'vitest'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import { tree } from '@knowreel/shared/workspace/order-tree.fixture.ts'
import { articleToOpen, firstByMode } from './article-to-open.ts'
import type { BrowsedWorkspace } from '../workspace.queries.ts'

const article = (id: string, other: Partial<ArticleTreeEntry> = {}) => ({ id, duration: 0, isHasText: true, ...other })
const browsed = (...articles: object[]) =>
  ({ workspace: { order: tree({ b: { c: {} }, a: {} }) }, articles }) as unknown as BrowsedWorkspace

describe('opening a workspace', () => {
  const all = browsed(article('a'), article('b', { isArchived: true }), article('c', { duration: 9, isHasText: false }))

  it('shows the first article in its order that is not archived', () => {
    expect(articleToOpen(all, undefined)?.id).toBe('c')
    expect(articleToOpen(browsed(), undefined)).toBeUndefined()
  })

  it('shows the last opened article, if it still exists', () => {
    expect(articleToOpen(all, 'a')?.id).toBe('a')
    expect(articleToOpen(all, 'b')?.id, 'archived').toBe('c')
    expect(articleToOpen(all, 'gone')?.id).toBe('c')
  })

  it('starts watching at its first recording, and reading at its first text', () => {
    expect(firstByMode(all)).toMatchObject({ video: { id: 'c' }, notes: { id: 'a' } })
    expect(firstByMode(browsed(article('a'))).video).toBeUndefined()
  })
})
