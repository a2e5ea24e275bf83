/**
 * How the blocks of a long note are held together in the page, some thirty in one element: the browser watches over, lays
 * out and paints groups instead of thousands of blocks. Groups exist in the page alone; the note knows nothing of them.
 */

/** `groups[i]` holds `blocks[i]`; blocks of one group stand side by side. */
export type Grouping<Block, Group> = { readonly blocks: readonly Block[]; readonly groups: readonly Group[] }

export type GroupingRules<Block, Group> = {
  makeGroup: () => Group
  /** Two neighbours whose distance does not depend on their standing in one element. */
  canPart: (before: Block, after: Block) => boolean
  /** Index of the block that must stay in its element where that can be: that with the caret. */
  keep: number
  /** Nothing that stands is moved: the browser itself is writing. */
  isHeld: boolean
}

export const GROUP_SIZE = 32
const largestSize = 2 * GROUP_SIZE

/** Blocks that stay keep their group, so that their elements stay as well. */
export function regroup<Block, Group>(
  former: Grouping<Block, Group> | null,
  blocks: readonly Block[],
  rules: GroupingRules<Block, Group>,
): Grouping<Block, Group> {
  if (!former || former.blocks.length === 0) return { blocks, groups: divide(blocks, rules) }
  if (former.blocks.length === blocks.length) return { blocks, groups: former.groups }
  const groups = carryOver(former, blocks)
  if (rules.isHeld) return { blocks, groups }
  const runs = runsOf(groups)
  if (runs.length > 8 + (4 * blocks.length) / GROUP_SIZE) return { blocks, groups: divide(blocks, rules) }
  for (const run of runs) if (run.end - run.start > largestSize) divideRun(groups, blocks, run, rules)
  return { blocks, groups }
}

function divide<Block, Group>(blocks: readonly Block[], rules: GroupingRules<Block, Group>): Group[] {
  const groups: Group[] = []
  for (let start = 0; start < blocks.length;) {
    const end = borderFrom(blocks, start + GROUP_SIZE, blocks.length, rules)
    const group = rules.makeGroup()
    while (groups.length < end) groups.push(group)
    start = end
  }
  return groups
}

/** The next place at which blocks may be parted; none found near by, where it is wished. */
function borderFrom<Block, Group>(
  blocks: readonly Block[],
  wished: number,
  end: number,
  { canPart }: GroupingRules<Block, Group>,
): number {
  if (wished >= end) return end
  const last = Math.min(end, wished + GROUP_SIZE)
  for (let index = wished; index < last; index += 1) {
    const [before, after] = blocks.slice(index - 1, index + 1)
    if (before !== undefined && after !== undefined && canPart(before, after)) return index
  }
  return last === end ? end : wished
}

function carryOver<Block, Group>(former: Grouping<Block, Group>, blocks: readonly Block[]): Group[] {
  const { blocks: old, groups: oldGroups } = former
  const shorter = Math.min(old.length, blocks.length)
  let start = 0
  while (start < shorter && old[start] === blocks[start]) start += 1
  let rest = 0
  while (rest < shorter - start && old[old.length - 1 - rest] === blocks[blocks.length - 1 - rest]) rest += 1
  const oldEnd = old.length - rest
  const between = carryBetween(former, { start, end: oldEnd }, blocks.slice(start, blocks.length - rest))
  return [...oldGroups.slice(0, start), ...between, ...oldGroups.slice(oldEnd)]
}

type Run = { start: number; end: number }

/** Where blocks came or went: what stayed keeps its group unless it changed its place among them, what came joins them. */
function carryBetween<Block, Group>(
  { blocks: old, groups: oldGroups }: Grouping<Block, Group>,
  { start, end }: Run,
  blocks: readonly Block[],
): Group[] {
  const ranks = new Map<Group, number>()
  for (const group of oldGroups) if (!ranks.has(group)) ranks.set(group, ranks.size)
  const rankOf = (index: number) => ranks.get(oldGroups[index] as Group) ?? 0
  const own = new Map<Block, number>()
  for (let index = start; index < end; index += 1) own.set(old[index] as Block, rankOf(index))
  const groups = [...ranks.keys()]
  const last = rankOf(Math.min(end, old.length - 1))
  let rank = rankOf(Math.max(0, start - 1))
  return blocks.map((block) => {
    const former = own.get(block) ?? rank
    if (former > rank && former <= last) rank = former
    return groups[rank] as Group
  })
}

function runsOf(groups: readonly unknown[]): Run[] {
  const runs: Run[] = []
  groups.forEach((group, index) => {
    const run = runs.at(-1)
    if (run && group === groups[index - 1]) run.end = index + 1
    else runs.push({ start: index, end: index + 1 })
  })
  return runs
}

/** The part with the caret stays in the element it is in, the others move into elements of their own. */
function divideRun<Block, Group>(
  groups: Group[],
  blocks: readonly Block[],
  { start, end }: Run,
  rules: GroupingRules<Block, Group>,
): void {
  const size = Math.ceil((end - start) / Math.ceil((end - start) / GROUP_SIZE))
  const kept = rules.keep >= start && rules.keep < end ? rules.keep : start
  for (let from = start; from < end;) {
    const to = borderFrom(blocks, from + size, end, rules)
    if (kept < from || kept >= to) groups.fill(rules.makeGroup(), from, to)
    from = to
  }
}
