import fc from 'fast-check'
import type { Paragraph, ParagraphTree } from './paragraph-tree.ts'
import { emptyMap, normalize, type Piece, type PlayMap } from '../play-map.ts'

export const piece = (videoId: string, start: number, dur: number): Piece => ({ videoId, in: start, dur })

export const paragraph = (id: string, map: PlayMap, items: readonly Paragraph[] = []): Paragraph => ({
  id,
  title: `Title of ${id}`,
  tags: [],
  isExpanded: true,
  map,
  items,
})

export const titles = (list: readonly string[]): ParagraphTree =>
  list.map((title, index) => ({ ...paragraph(`p${index}`, emptyMap), title }))

const anyMaterial = fc
  .array(
    fc.record({
      videoId: fc.constantFrom('v1', 'v2'),
      in: fc.integer({ min: 0, max: 2000 }),
      dur: fc.integer({ min: 200, max: 1500 }),
    }),
    { maxLength: 3 },
  )
  .map(normalize)

/** Up to four paragraphs with up to two sub-paragraphs each; some without material. */
export const anyTree: fc.Arbitrary<ParagraphTree> = fc
  .array(fc.tuple(anyMaterial, fc.array(anyMaterial, { maxLength: 2 })), { maxLength: 4 })
  .map((nodes) =>
    nodes.map(([map, items], index) =>
      paragraph(
        `p${index}`,
        map,
        items.map((item, itemIndex) => paragraph(`p${index}.${itemIndex}`, item)),
      ),
    ),
  )
