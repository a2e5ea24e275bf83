import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GROUP_SIZE, type Grouping, type GroupingRules, regroup } from './block-groups.ts'

type Block = { readonly isHeading: boolean }

let lastGroup = 0
const rules = (change: Partial<GroupingRules<Block, number>> = {}): GroupingRules<Block, number> => ({
  makeGroup: () => (lastGroup += 1),
  canPart: (before, after) => !before.isHeading && !after.isHeading,
  keep: -1,
  isHeld: false,
  ...change,
})

const line = (): Block => ({ isHeading: false })
const lines = (count: number): Block[] => Array.from({ length: count }, line)

/** How many blocks each group holds, in order; says so when blocks of one group do not stand side by side. */
function sizes({ groups }: Grouping<Block, number>): number[] {
  const found: { group: number; size: number }[] = []
  for (const group of groups) {
    const last = found.at(-1)
    if (last?.group === group) last.size += 1
    else found.push({ group, size: 1 })
  }
  expect(new Set(found.map(({ group }) => group)).size).toBe(found.length)
  return found.map(({ size }) => size)
}

describe('blocks of a long note', () => {
  it('are held in groups of some thirty', () => {
    expect(sizes(regroup(null, lines(100), rules()))).toEqual([GROUP_SIZE, GROUP_SIZE, GROUP_SIZE, 4])
  })

  it('are parted where their distance does not depend on it', () => {
    const blocks = lines(100)
    for (const index of [31, 32, 33]) blocks[index] = { isHeading: true }
    expect(sizes(regroup(null, blocks, rules()))).toEqual([35, GROUP_SIZE, GROUP_SIZE, 1])
    const headings = Array.from({ length: 100 }, () => ({ isHeading: true }))
    expect(sizes(regroup(null, headings, rules()))).toEqual([GROUP_SIZE, GROUP_SIZE, GROUP_SIZE + 4])
  })

  it('stay in their group when one of them is written in, comes or goes', () => {
    const blocks = lines(100)
    const former = regroup(null, blocks, rules())
    const written = blocks.with(40, line())
    expect(regroup(former, written, rules()).groups).toEqual(former.groups)
    const longer = blocks.toSpliced(40, 0, line())
    expect(sizes(regroup(former, longer, rules()))).toEqual([32, 33, 32, 4])
    const shorter = blocks.toSpliced(30, 4)
    expect(sizes(regroup(former, shorter, rules()))).toEqual([30, 30, 32, 4])
  })

  it('are parted when a group has become too large, and those beside the caret stay where they are', () => {
    const blocks = lines(100)
    const former = regroup(null, blocks, rules())
    const more = blocks.toSpliced(40, 0, ...lines(40))
    for (const keep of [35, 100] as const) {
      const next = regroup(former, more, rules({ keep }))
      expect(sizes(next)).toEqual([32, 24, 24, 24, 32, 4])
      expect(next.groups[keep]).toBe(former.groups[keep < 40 ? keep : keep - 40])
    }
    expect(sizes(regroup(former, more, rules({ isHeld: true })))).toEqual([32, 72, 32, 4])
  })

  it('are grouped anew when most of them are gone', () => {
    const blocks = lines(3000)
    const few = blocks.filter((_, index) => index % 40 === 0)
    expect(sizes(regroup(regroup(null, blocks, rules()), few, rules()))).toEqual([32, 32, 11])
  })

  it('whatever is done to them, stand side by side in groups that are not too large', () => {
    const edit = fc.record({ from: fc.nat(), remove: fc.nat(80), add: fc.nat(90), move: fc.boolean(), keep: fc.nat() })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.array(edit, { maxLength: 12 }), (count, edits) => {
        let grouping = regroup(null, lines(count), rules())
        for (const { from, remove, add, move, keep } of edits) {
          const start = from % (grouping.blocks.length + 1)
          const taken = grouping.blocks.slice(start, start + remove)
          const rest = grouping.blocks.toSpliced(start, remove, ...lines(add))
          const blocks = move ? rest.toSpliced(keep % (rest.length + 1), 0, ...taken) : rest
          const next = regroup(grouping, blocks, rules({ keep: keep % Math.max(1, blocks.length) }))
          expect(next.groups).toHaveLength(blocks.length)
          for (const size of sizes(next)) expect(size).toBeLessThanOrEqual(2 * GROUP_SIZE)
          grouping = next
        }
      }),
      { numRuns: 300 },
    )
  })
})
