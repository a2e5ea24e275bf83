import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../error/app-error.ts'
import { anyTree, paragraph } from './paragraph-tree.fixture.ts'
import type { Paragraph, ParagraphTree } from './paragraph-tree.ts'
import { paragraphsFromWire, paragraphsInput, paragraphsToWire, paragraphWire } from './paragraph.wire.ts'
import { wholeRecording } from '../play-map.ts'

const idOf = (name: string) => name.padEnd(16, '_')
const withLongIds = (tree: ParagraphTree): Paragraph[] =>
  tree.map((node) => ({ ...node, id: idOf(node.id.replace('.', '-')), items: withLongIds(node.items) }))

const one = withLongIds([paragraph('a', wholeRecording('v1', 1000), [paragraph('b', wholeRecording('v2', 500))])])
const wire = paragraphsToWire(one, (id) => id.slice(0, 1))
const read = (input: unknown) => paragraphsFromWire(paragraphsInput.parse(input))
const codeOf = (change: () => unknown) => {
  try {
    change()
  } catch (error) {
    return error instanceof AppError ? error.code : null
  }
  return null
}

describe('paragraphs in wire format', () => {
  it('contain the times derived from the tree', () => {
    expect(wire).toEqual([
      {
        id: idOf('a'),
        key: idOf('a'),
        title: 'Title of a',
        slug: 'a',
        duration: 1000,
        position: 0,
        tags: [],
        videos: ['v1'],
        isExpanded: true,
        pm: [{ totalTime: 0, videoTime: 0, videoId: 'v1' }],
        items: [
          {
            id: idOf('b'),
            key: idOf('b'),
            title: 'Title of b',
            slug: 'b',
            duration: 500,
            position: 1000,
            tags: [],
            videos: ['v2'],
            isExpanded: true,
            pm: [{ totalTime: 0, videoTime: 0, videoId: 'v2' }],
            items: [],
          },
        ],
      },
    ])
  })

  it('survive a round trip', () => {
    fc.assert(
      fc.property(anyTree.map(withLongIds), (tree) => {
        const sent = paragraphsToWire(tree, (id) => id)
        sent.forEach((node) => expect(paragraphWire.safeParse(node).success).toBe(true))
        expect(read(sent)).toEqual(tree)
      }),
    )
  })

  it('ignore derived times and unknown fields of a client', () => {
    expect(read([{ ...wire[0], position: 77, slug: '../../', videos: ['x'], extra: 1 }])).toEqual(one)
  })

  it('refuse a third level, two equal ids, an empty title and invalid play maps', () => {
    const [first] = wire
    if (first === undefined) throw new Error('No paragraph')
    expect(codeOf(() => read([{ ...first, items: [{ ...first, items: [first] }] }]))).toBe('paragraph_levels')
    expect(codeOf(() => read([first, first]))).toBe('paragraph_move')
    expect(codeOf(() => read([{ ...first, title: '  ' }]))).toBe('paragraph_title_empty')
    expect(codeOf(() => read([{ ...first, duration: 0 }]))).toBe('invalid_input')
    expect(codeOf(() => read([{ ...first, pm: [{ totalTime: 5, videoTime: 0, videoId: 'v1' }] }]))).toBe(
      'invalid_input',
    )
    expect(paragraphsInput.safeParse([{ ...first, id: 'short' }]).success).toBe(false)
    expect(paragraphsInput.safeParse([{ ...first, duration: 1.5 }]).success).toBe(false)
  })
})
