import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slugFromAscii } from '../identity/slug.rules.ts'
import { displayedTabTitle } from './article.rules.ts'
import {
  addTab,
  deleteTab,
  mayAddTab,
  mergeTabLists,
  moveTab,
  renameTab,
  tabSlugs,
  togglePin,
  type Tabs,
} from './text-tab.rules.ts'

const tabs: Tabs = {
  list: [
    { id: 'one', title: 'Steps' },
    { id: 'two', title: 'Parts' },
  ],
  pinnedId: 'two',
}
const ids = ({ list }: Tabs) => list.map(({ id }) => id)

describe('text tabs', () => {
  test('a third tab may be added, a fourth may not', () => {
    expect(mayAddTab(tabs)).toBe(true)
    const three = addTab(tabs, { id: 'three', title: 'More' })
    expect(mayAddTab(three)).toBe(false)
    expect(() => addTab(three, { id: 'four', title: 'x' })).toThrow('An article can have up to three tabs')
  })

  test('two tabs cannot have the same key', () => {
    expect(() => addTab(tabs, { id: 'one', title: 'x' })).toThrow('Two note tabs have the same key')
  })

  test("an emptied title falls back to 'Note'", () => {
    expect(renameTab(tabs, 'one', '   ').list[0]?.title).toBe('Note')
    expect(addTab(tabs, { id: 'three', title: '' }).list[2]?.title).toBe('Note')
    expect(renameTab(tabs, 'one', ' Order ').list[0]?.title).toBe('Order')
  })

  test('at most one tab is pinned', () => {
    expect(togglePin(tabs, 'one').pinnedId).toBe('one')
    expect(togglePin(tabs, 'two').pinnedId).toBeNull()
    expect(togglePin(tabs, 'gone').pinnedId).toBeNull()
  })

  test('deleting the pinned tab unpins it', () => {
    expect(deleteTab(tabs, 'two')).toEqual({ list: [tabs.list[0]], pinnedId: null })
    expect(deleteTab(tabs, 'one').pinnedId).toBe('two')
  })

  test('moving keeps every tab and puts one at its new position', () => {
    expect(ids(moveTab(tabs, 'two', 0))).toEqual(['two', 'one'])
    fc.assert(
      fc.property(fc.integer({ min: -3, max: 9 }), fc.constantFrom('one', 'two', 'gone'), (index, id) => {
        expect(ids(moveTab(tabs, id, index)).toSorted()).toEqual(['one', 'two'])
      }),
    )
  })

  test('a title is shown with thirteen characters, ten when pinned', () => {
    expect(displayedTabTitle('Meeting notes', false)).toBe('Meeting notes')
    expect(displayedTabTitle('Meeting notes of May', false)).toBe('Meeting notes…')
    expect(displayedTabTitle('Meeting notes', true)).toBe('Meeting no…')
    expect(displayedTabTitle('👩‍👩‍👧'.repeat(11), true)).toBe(`${'👩‍👩‍👧'.repeat(10)}…`)
  })
})

describe('tabs that a save sends', () => {
  const present = [{ id: 'one' }, { id: 'two' }, { id: 'made by a colleague' }]

  test('are complete when the sender does not say which ones it knew', () => {
    expect(mergeTabLists(present, [{ id: 'two' }])).toEqual([{ id: 'two' }])
  })

  test('do not remove a tab that a colleague created in the meantime', () => {
    const merged = mergeTabLists(present, [{ id: 'two' }, { id: 'new' }], ['one', 'two'])
    expect(merged).toEqual([{ id: 'two' }, { id: 'new' }, { id: 'made by a colleague' }])
  })
})

describe('slugs of tabs', () => {
  const slugs = (...titles: string[]) =>
    tabSlugs(
      titles.map((title) => ({ title })),
      slugFromAscii,
    )

  test('are unique and never a reserved word of the URL', () => {
    expect(slugs('Note', 'Note', 'Note')).toEqual(['note', 'note-2', 'note-3'])
    expect(slugs('Notes', 'Video', 'notes')).toEqual(['notes-2', 'video-2', 'notes-3'])
    expect(tabSlugs([{ title: 'Start' }], slugFromAscii, new Set(['start']))).toEqual(['start-2'])
  })

  test('stay with their tab when tabs with equal titles are reordered', () => {
    const kept = tabSlugs(
      [
        { title: 'Note', slug: 'note-2' },
        { title: 'Note', slug: 'note' },
      ],
      slugFromAscii,
    )
    expect(kept).toEqual(['note-2', 'note'])
  })

  test('follow a new title', () => {
    expect(tabSlugs([{ title: 'Order of work', slug: 'note' }], slugFromAscii)).toEqual(['order-of-work'])
  })

  test('are unique whatever the previous slugs were', () => {
    const sluggable = fc.record({
      title: fc.constantFrom('Note', 'Notes', 'Video', '', 'Step 2', 'Step'),
      slug: fc.constantFrom(null, 'note', 'note-2', 'notes', 'video-2', 'step-2', 'step'),
    })
    fc.assert(
      fc.property(fc.array(sluggable, { maxLength: 3 }), (list) => {
        const given = tabSlugs(list, slugFromAscii)
        expect(new Set(given).size).toBe(list.length)
        expect(given).not.toContain('notes')
        expect(given).not.toContain('video')
        const again = tabSlugs(
          list.map(({ title }, index) => ({ title, slug: given[index] ?? null })),
          slugFromAscii,
        )
        expect(again).toEqual(given)
      }),
    )
  })
})
