import type { TextTab } from '@knowreel/shared/article/article.wire.ts'
import type { ParagraphWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { describe, expect, test } from 'vitest'
import { compareArticles, type ComparableContent } from './compare-versions.ts'

/** Blocks are separated by bars, files are in brackets. */
const parseBlocks = (html: string) =>
  html
    .split('|')
    .map((appearance) => ({ text: appearance.replaceAll(/\[.*?\]|<.*?>/g, ''), shape: 'text' as const, appearance }))
const parseFiles = (html: string) => (html.match(/\[.*?\]/g) ?? []).map((path) => ({ path, name: path.slice(1, -1) }))
const reading = { parseBlocks, parseFiles, comparableHtml: (html: string) => html }
const tab = (id: string, text: string, title = 'Note'): TextTab => ({ id, key: id, title, slug: 'note', text })

const paragraph = (id: string, more: Partial<ParagraphWire> = {}): ParagraphWire => ({
  id,
  key: id,
  title: id,
  slug: id,
  duration: 1000,
  position: 0,
  tags: [],
  videos: ['v'],
  isExpanded: true,
  pm: [{ totalTime: 0, videoTime: 0, videoId: 'v' }],
  items: [],
  ...more,
})

const state = (more: Partial<ComparableContent>): ComparableContent => ({
  title: 'Restart a gateway',
  icon: null,
  cover: null,
  tags: [],
  textTabs: [],
  pinnedNote: null,
  paragraphs: [],
  ...more,
})
const compare = (before: Partial<ComparableContent>, after: Partial<ComparableContent>) =>
  compareArticles(state(before), state(after), reading)

describe('comparing two versions', () => {
  test('reports that nothing changed', () => {
    const same = { tags: ['Meter'], textTabs: [tab('a', 'One|Two')], paragraphs: [paragraph('p')] }
    expect(compare(same, { ...same, tags: ['meter'] })).toMatchObject({ isSame: true, title: null, paragraphs: [] })
  })

  test('names added and removed tags', () => {
    expect(compare({ tags: ['one', 'two'] }, { tags: ['Two', 'three'] }).tags).toEqual({
      added: ['three'],
      removed: ['one'],
    })
  })

  test('counts the words of each tab, and shows added and removed tabs', () => {
    const { tabs } = compare(
      { textTabs: [tab('a', 'First look'), tab('b', 'Gone')] },
      { textTabs: [tab('c', 'Two new words'), tab('a', 'First look twice')] },
    )
    expect(tabs.map(({ id, kind, words }) => [id, kind, words.added, words.removed])).toEqual([
      ['c', 'added', 3, 0],
      ['a', 'changed', 1, 0],
      ['b', 'removed', 0, 1],
    ])
  })

  test('names added and removed images and attachments', () => {
    const { tabs } = compare({ textTabs: [tab('a', 'Look[plan.pdf]')] }, { textTabs: [tab('a', 'Look[roof.png]')] })
    expect(tabs[0]).toMatchObject({ kind: 'changed', files: { added: ['roof.png'], removed: ['plan.pdf'] } })
  })

  test('reports changes of formatting only', () => {
    const { tabs, isSame } = compare({ textTabs: [tab('a', 'Look')] }, { textTabs: [tab('a', '<b>Look')] })
    expect([isSame, tabs[0]?.kind, tabs[0]?.words]).toEqual([false, 'changed', { added: 0, removed: 0 }])
  })

  test('names the tab that was pinned, and reports a changed order', () => {
    const tabs = [tab('a', 'One', 'First'), tab('b', 'Two', 'Second')]
    const pinned = compare({ textTabs: tabs, pinnedNote: 'a' }, { textTabs: tabs, pinnedNote: 'b' })
    expect([pinned.isSame, pinned.tabOrder]).toEqual([
      false,
      { pinned: { before: 'First', after: 'Second' }, order: null },
    ])
    const turned = compare({ textTabs: tabs }, { textTabs: tabs.toReversed() })
    expect([turned.isSame, turned.tabOrder]).toEqual([false, { pinned: null, order: ['Second', 'First'] }])
    // A new tab between others does not move them.
    const added = compare({ textTabs: tabs }, { textTabs: [tab('c', '', 'New'), ...tabs] })
    expect(added.tabOrder).toEqual({ pinned: null, order: null })
  })

  test('describes what happened to each paragraph', () => {
    const { paragraphs } = compare(
      { paragraphs: [paragraph('a'), paragraph('b'), paragraph('c'), paragraph('d')] },
      {
        paragraphs: [
          paragraph('b', { title: 'B' }),
          paragraph('a', { duration: 500 }),
          paragraph('n', { items: [{ ...paragraph('d'), items: [] }] }),
        ],
      },
    )
    const changes = Object.fromEntries(paragraphs.map((one) => [one.id, one.changes]))
    expect(changes['n']).toEqual(['added'])
    expect(changes['c']).toEqual(['removed'])
    expect(changes['d']).toEqual(['moved'])
    expect(changes['b']).toContain('renamed')
    expect(changes['a']).toContain('cut')
    // One of the two swapped ones, not both.
    expect([changes['a'], changes['b']].filter((one) => one?.includes('moved'))).toHaveLength(1)
  })

  test('detects a paragraph with another cut of the same length', () => {
    const { paragraphs } = compare(
      { paragraphs: [paragraph('a')] },
      { paragraphs: [paragraph('a', { pm: [{ totalTime: 0, videoTime: 40, videoId: 'v' }] })] },
    )
    expect(paragraphs).toMatchObject([{ id: 'a', changes: ['cut'], before: 1000, after: 1000 }])
  })

  test('detects tags of a sub-paragraph', () => {
    const withSub = (tags: string[]) => [paragraph('a', { items: [{ ...paragraph('b'), items: [], tags }] })]
    const { paragraphs, isSame } = compare({ paragraphs: withSub([]) }, { paragraphs: withSub(['wiring']) })
    expect(paragraphs).toMatchObject([{ id: 'b', changes: ['tagged'] }])
    expect(isSame).toBe(false)
  })
})

test('an icon and a cover are compared, whatever the URL of the picture', () => {
  const cover = { source: 'dusk', position: 50, url: null }
  expect(compare({ icon: '🔥' }, { icon: '🧯' })).toMatchObject({ icon: { before: '🔥', after: '🧯' }, isSame: false })
  expect(compare({}, { cover })).toMatchObject({ cover: 'added', isSame: false })
  expect(compare({ cover }, {})).toMatchObject({ cover: 'removed', isSame: false })
  expect(compare({ cover }, { cover: { ...cover, position: 0 } })).toMatchObject({ cover: 'changed', isSame: false })
  expect(compare({ cover }, { cover: { ...cover, url: '/files/x' } })).toMatchObject({ cover: null, isSame: true })
})
