import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Paragraph } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { articleHash, type HashedContent } from './article-hash.ts'

const start: Paragraph = {
  id: 'p1',
  title: 'Start',
  tags: [],
  isExpanded: false,
  map: [{ videoId: 'v1', in: 0, dur: 1200 }],
  items: [],
}

const sub: Paragraph = { ...start, id: 'p2', title: 'Parts', map: [{ videoId: 'v1', in: 1200, dur: 50 }] }

const content: HashedContent = {
  title: 'Gateway restart',
  icon: null,
  cover: null,
  workspaceId: '019aa000-0000-7000-8000-000000000001',
  tags: ['gateway', 'on call'],
  textTabs: [
    { id: 'aaaaaaaaaaaaaaaa', title: 'Note', text: '<p>Pull the plug</p>' },
    { id: 'bbbbbbbbbbbbbbbb', title: 'Parts', text: '<p></p>' },
  ],
  pinnedNote: null,
  paragraphs: [{ ...start, items: [sub] }],
}

describe('the hash of an article', () => {
  test('is SHA-256 over canonical JSON with sorted keys', () => {
    const canonical =
      '{"paragraphs":[{"id":"p1","items":[{"id":"p2","items":[],"pieces":[{"dur":50,"in":1200,"videoId":"v1"}],"title":"Parts"}],"pieces":[{"dur":1200,"in":0,"videoId":"v1"}],"title":"Start"}],' +
      '"pinnedNote":null,"tags":["gateway","on call"],"textTabs":[' +
      '{"id":"aaaaaaaaaaaaaaaa","text":"<p>Pull the plug</p>","title":"Note"},' +
      '{"id":"bbbbbbbbbbbbbbbb","text":"<p></p>","title":"Parts"}],' +
      '"title":"Gateway restart","workspaceId":"019aa000-0000-7000-8000-000000000001"}'
    expect(articleHash(content)).toBe(createHash('sha256').update(canonical).digest('hex'))
  })

  test('covers icon and cover, where there is one', () => {
    const dusk = { source: 'dusk', position: 50 }
    const changed = [{ icon: '🔥' }, { icon: '🧯' }, { cover: dusk }, { cover: { ...dusk, position: 51 } }]
    const hashes = [content, ...changed.map((change) => ({ ...content, ...change }))].map(articleHash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test.each([
    ['title', { ...content, title: 'Gateway restarts' }],
    ['workspace', { ...content, workspaceId: null }],
    ['tags', { ...content, tags: ['on call', 'gateway'] }],
    ['text of a tab', { ...content, textTabs: [{ ...content.textTabs[0], text: '<p>x</p>' }, content.textTabs[1]] }],
    ['title of a tab', { ...content, textTabs: [{ ...content.textTabs[0], title: 'x' }, content.textTabs[1]] }],
    ['order of tabs', { ...content, textTabs: content.textTabs.toReversed() }],
    ['pin', { ...content, pinnedNote: 'aaaaaaaaaaaaaaaa' }],
    ['paragraphs', { ...content, paragraphs: [] }],
    ['tags of a paragraph', { ...content, paragraphs: [{ ...start, tags: ['wiring'] }] }],
    ['tags of a sub-paragraph', { ...content, paragraphs: [{ ...start, items: [{ ...sub, tags: ['wiring'] }] }] }],
    ['cut of a paragraph', { ...content, paragraphs: [{ ...start, map: [{ videoId: 'v1', in: 0, dur: 999 }] }] }],
  ])('changes with the %s', (_, changed) => {
    expect(articleHash(changed as HashedContent)).not.toBe(articleHash(content))
  })

  test('does not change with slugs, positions, folding or dates', () => {
    const more = {
      ...content,
      slug: 'gateway-restart',
      updatedAt: '2026-11-21T00:00:00.000Z',
      textTabs: content.textTabs.map((tab) => ({ ...tab, key: tab.id, slug: 'note' })),
      paragraphs: content.paragraphs.map((paragraph) => ({
        ...paragraph,
        isExpanded: true,
        position: 7,
        slug: 'start',
      })),
    }
    expect(articleHash(more)).toBe(articleHash(content))
  })

  test('is the same for composed and decomposed characters', () => {
    expect(articleHash({ ...content, title: 'Gru\u0308ne' })).toBe(articleHash({ ...content, title: 'Gr\u00fcne' }))
  })
})
