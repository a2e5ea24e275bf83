/**
 * What two texts have in common and what one has instead of the other: first block by block, as people change whole
 * paragraphs, then word by word where blocks of both stand against each other. Shortest edits after Myers; where two texts
 * have almost nothing in common the search is given up and one stands for the other.
 */
export type Change = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
export type DiffLine = readonly Change[]

/** A paragraph, a heading, the row of a table. */
export type NoteBlock = {
  readonly text: string
  readonly shape: 'text' | 'heading' | 'item' | 'task' | 'quote' | 'code' | 'row'
  /** The same of two that look the same. */
  readonly look: string
}

/** A block of the compared text, or what became of it. */
export type BlockLine = {
  readonly line: DiffLine
  readonly shape: NoteBlock['shape']
  /** Its words stayed. */
  readonly isLookChanged: boolean
}

export const isChangedLine = ({ line, isLookChanged }: BlockLine): boolean =>
  isLookChanged || line.some(({ kind }) => kind !== 'same')

type Edit = { readonly kind: Change['kind']; readonly value: string }

/** Edits beyond which words are not compared: so different are only texts that share words by chance. */
const mostWordEdits = 1200
const mostBlockEdits = 2500

/** Blocks of both texts in the order in which they are read. */
export function compareBlocks(before: readonly NoteBlock[], after: readonly NoteBlock[]): BlockLine[] {
  const lines: BlockLine[] = []
  let removed: NoteBlock[] = []
  let added: NoteBlock[] = []
  const flush = () => {
    lines.push(...compareRun(removed, added))
    removed = []
    added = []
  }
  const [older, newer] = [before.values(), after.values()]
  for (const { kind, value } of shortestEdits(textsOf(before), textsOf(after), mostBlockEdits)) {
    const old = kind === 'added' ? undefined : older.next().value
    const now = kind === 'removed' ? undefined : newer.next().value
    if (old && now) {
      flush()
      lines.push({ line: [{ kind: 'same', text: value }], shape: now.shape, isLookChanged: old.look !== now.look })
    } else if (old) removed.push(old)
    else if (now) added.push(now)
  }
  flush()
  return lines
}

const textsOf = (blocks: readonly NoteBlock[]): string[] => blocks.map(({ text }) => text)

/** Word by word within one line. */
export const compareWords = (before: string, after: string): DiffLine =>
  joined(shortestEdits(words(before), words(after), mostWordEdits))

/** Values of a list without repeats that the shortest way from the one order to the other puts in. */
export const insertedValues = (before: readonly string[], after: readonly string[]): string[] =>
  shortestEdits(before, after, mostBlockEdits).flatMap(({ kind, value }) => (kind === 'added' ? [value] : []))

/** How many words came and went. */
export function countWords(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = { added: 0, removed: 0 }
  for (const { kind, text } of lines.flat()) if (kind !== 'same') count[kind] += text.match(wordPattern)?.length ?? 0
  return count
}

const wordPattern = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu
/** Words, the space between them, and each other sign by itself; nothing of the text is lost. */
const words = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? []

/** No text has it. */
const blockEnd = '\0'

/** Blocks that stand against each other: words that several of them share are not shown as new. */
function compareRun(removed: readonly NoteBlock[], added: readonly NoteBlock[]): BlockLine[] {
  const before = textsOf(removed).map(words)
  const after = textsOf(added).map(words)
  const edits = shortestEdits(withEnds(before), withEnds(after), mostWordEdits)
  const shared = edits.filter(({ kind, value }) => kind === 'same' && value.trim() !== '').length
  // Texts with little in common are easier to read one after the other.
  if (removed.length === 0 || added.length === 0 || shared * 2 < Math.min(countOf(before), countOf(after)))
    return [...removed.map(wholeLine('removed')), ...added.map(wholeLine('added'))]
  const [older, newer] = [removed.values(), added.values()]
  let [old, now] = [older.next().value, newer.next().value]
  const lines: { shape: NoteBlock['shape']; edits: Edit[] }[] = []
  let open: Edit[] = []
  const close = () => {
    const isGone = open.length > 0 && open.every(({ kind }) => kind === 'removed')
    const shape = (isGone ? old?.shape : now?.shape) ?? old?.shape ?? 'text'
    if (open.length > 0) lines.push({ shape, edits: open })
    open = []
  }
  for (const edit of edits) {
    if (edit.value !== blockEnd) {
      open.push(edit)
      continue
    }
    close()
    if (edit.kind !== 'added') old = older.next().value
    if (edit.kind !== 'removed') now = newer.next().value
  }
  close()
  return lines.map(({ shape, edits: line }) => ({ line: joined(line), shape, isLookChanged: false }))
}

const wholeLine =
  (kind: 'added' | 'removed') =>
  ({ text, shape }: NoteBlock): BlockLine => ({ line: [{ kind, text }], shape, isLookChanged: false })

const countOf = (blocks: readonly string[][]): number => blocks.flat().filter((word) => word.trim() !== '').length

const withEnds = (blocks: readonly string[][]): string[] =>
  blocks.flatMap((block, index) => (index === 0 ? block : [blockEnd, ...block]))

function joined(edits: readonly Edit[]): Change[] {
  const changes: { kind: Change['kind']; text: string }[] = []
  for (const { kind, value } of edits) {
    const last = changes.at(-1)
    if (last?.kind === kind) last.text += value
    else changes.push({ kind, text: value })
  }
  return changes
}

function shortestEdits(before: readonly string[], after: readonly string[], most: number): Edit[] {
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const same = (values: readonly string[]) => values.map((value): Edit => ({ kind: 'same', value }))
  return [
    ...same(before.slice(0, start)),
    ...editsBetween(before.slice(start, before.length - end), after.slice(start, after.length - end), most),
    ...same(before.slice(before.length - end)),
  ]
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  let length = 0
  while (length < before.length && length < after.length && before[length] === after[length]) length++
  return length
}

function commonEnd(before: readonly string[], after: readonly string[], start: number): number {
  const limit = Math.min(before.length, after.length) - start
  let length = 0
  while (length < limit && before[before.length - 1 - length] === after[after.length - 1 - length]) length++
  return length
}

/** Myers' greedy search. `reached[k]` is how far on the diagonal k one comes with so many edits. */
function editsBetween(before: readonly string[], after: readonly string[], most: number): Edit[] {
  const [n, m] = [before.length, after.length]
  const limit = Math.min(n + m, most)
  const middle = limit + 1
  const reached = new Int32Array(2 * limit + 3)
  const steps: Int32Array[] = []
  for (let edits = 0; edits <= limit; edits++) {
    steps.push(reached.slice(middle - edits - 1, middle + edits + 2))
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(reached, middle + k - 1) < at(reached, middle + k + 1))
      let x = down ? at(reached, middle + k + 1) : at(reached, middle + k - 1) + 1
      while (x < n && x - k < m && before[x] === after[x - k]) x++
      reached[middle + k] = x
      if (x >= n && x - k >= m) return walkBack(before, after, steps)
    }
  }
  return [
    ...before.map((value): Edit => ({ kind: 'removed', value })),
    ...after.map((value): Edit => ({ kind: 'added', value })),
  ]
}

const at = (values: Int32Array, index: number): number => values[index] ?? 0

function walkBack(before: readonly string[], after: readonly string[], steps: readonly Int32Array[]): Edit[] {
  const edits: Edit[] = []
  let [x, y] = [before.length, after.length]
  for (let step = steps.length - 1; step > 0; step--) {
    const former = steps[step] ?? new Int32Array()
    const reachedAt = (k: number) => at(former, k + step + 1)
    const k = x - y
    const down = k === -step || (k !== step && reachedAt(k - 1) < reachedAt(k + 1))
    const fromX = reachedAt(down ? k + 1 : k - 1)
    const fromY = fromX - (down ? k + 1 : k - 1)
    while (x > fromX && y > fromY && x > 0 && y > 0 && before[x - 1] === after[y - 1]) {
      edits.push({ kind: 'same', value: before[--x] ?? '' })
      y--
    }
    if (down) edits.push({ kind: 'added', value: after[--y] ?? '' })
    else edits.push({ kind: 'removed', value: before[--x] ?? '' })
  }
  while (x > 0) edits.push({ kind: 'same', value: before[--x] ?? '' })
  return edits.toReversed()
}
