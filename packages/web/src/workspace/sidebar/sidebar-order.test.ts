import { describe, expect, it } from 'vitest'
import { arrangeSidebar, moveInSidebar } from './sidebar-order.ts'

const workspace = (id: string, title: string, createdAt: string, isFavorite = false) => ({
  id,
  title,
  createdAt,
  isFavorite,
})
const some = [
  workspace('s', 'support', '2026-01-04'),
  workspace('p', 'Platform', '2026-01-03', true),
  workspace('f', 'Field', '2026-01-02'),
  workspace('a', 'área', '2026-01-01', true),
  workspace('n', 'New', '2026-01-05'),
]
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('the workspaces in the sidebar', () => {
  it('start with the favourites by title', () => {
    expect(ids(arrangeSidebar(some, ['p', 'a']).favorites)).toEqual(['a', 'p'])
  })

  it('continue with the rest as the user arranged them', () => {
    expect(ids(arrangeSidebar(some, ['f', 's', 'n']).others)).toEqual(['f', 's', 'n'])
  })

  it('end with those not arranged yet, the newest first', () => {
    expect(ids(arrangeSidebar(some, ['f']).others)).toEqual(['f', 'n', 's'])
    expect(ids(arrangeSidebar(some, []).others)).toEqual(['n', 's', 'f'])
  })
})

describe('moving a workspace', () => {
  it('puts it at its new position', () => {
    expect(moveInSidebar(['a', 'b', 'c'], [], 'c', 0)).toEqual(['c', 'a', 'b'])
    expect(moveInSidebar(['a', 'b', 'c'], [], 'a', 2)).toEqual(['b', 'c', 'a'])
    expect(moveInSidebar(['a', 'b', 'c'], ['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'b', 'c'])
  })

  it('keeps the position of one that is now a favourite or archived', () => {
    expect(moveInSidebar(['a', 'b'], ['a', 'hidden', 'b'], 'b', 0)).toEqual(['b', 'hidden', 'a'])
    expect(moveInSidebar(['a'], ['x', 'y', 'a'], 'a', 0)).toEqual(['x', 'y', 'a'])
  })
})
