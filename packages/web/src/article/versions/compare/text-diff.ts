/**
 * Compares two texts block by block, because people change whole paragraphs, then word by word within the blocks that differ.
 * The search for the shortest edits is bounded: a text that shares almost nothing with the other replaces it as a whole.
 */
import { diffArrays } from 'diff'

export type Change = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }
export type DiffLine = readonly Change[]

/** A paragraph, a heading, a table row. */
export type NoteBlock = {
  readonly text: string
  readonly shape: 'text' | 'heading' | 'item' | 'task' | 'quote' | 'code' | 'row'
  /** Equal for two texts that look the same. */
  readonly appearance: string
}

/** A block of the compared text, with its changes. */
export type BlockLine = {
  readonly line: DiffLine
  readonly shape: NoteBlock['shape']
  /** Its words are unchanged. */
  readonly isAppearanceChanged: boolean
}

export const isChangedLine = ({ line, isAppearanceChanged }: BlockLine): boolean =>
  isAppearanceChanged || line.some(({ kind }) => kind !== 'same')

type Edit = { readonly kind: Change['kind']; readonly value: string }

/** Texts that differ more than this share words only by chance. */
const maxWordEdits = 1200
const maxBlockEdits = 2500

/** Blocks of both texts in reading order. */
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
  for (const { kind, value } of shortestEdits(textsOf(before), textsOf(after), maxBlockEdits)) {
    const old = kind === 'added' ? undefined : older.next().value
    const now = kind === 'removed' ? undefined : newer.next().value
    if (old && now) {
      flush()
      lines.push({
        line: [{ kind: 'same', text: value }],
        shape: now.shape,
        isAppearanceChanged: old.appearance !== now.appearance,
      })
    } else if (old) removed.push(old)
    else if (now) added.push(now)
  }
  flush()
  return lines
}

const textsOf = (blocks: readonly NoteBlock[]): string[] => blocks.map(({ text }) => text)

/** Word by word within one line. */
export const compareWords = (before: string, after: string): DiffLine =>
  mergeEdits(shortestEdits(splitWords(before), splitWords(after), maxWordEdits))

/** The values that the shortest edit from one order to the other inserts; the lists contain no duplicates. */
export const insertedValues = (before: readonly string[], after: readonly string[]): string[] =>
  shortestEdits(before, after, maxBlockEdits).flatMap(({ kind, value }) => (kind === 'added' ? [value] : []))

/** The numbers of added and removed words. */
export function countWords(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = { added: 0, removed: 0 }
  for (const { kind, text } of lines.flat()) if (kind !== 'same') count[kind] += text.match(wordPattern)?.length ?? 0
  return count
}

const wordPattern = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu
/** Splits into words, whitespace and single other characters; nothing of the text is lost. */
const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? []

/** Occurs in no text. */
const blockSeparator = '\0'

/**
 * Compares a run of removed blocks with the added ones in its place: words that moved between blocks are not shown as
 * new.
 */
function compareRun(removed: readonly NoteBlock[], added: readonly NoteBlock[]): BlockLine[] {
  const before = textsOf(removed).map(splitWords)
  const after = textsOf(added).map(splitWords)
  const edits = shortestEdits(joinBlocks(before), joinBlocks(after), maxWordEdits)
  const shared = edits.filter(({ kind, value }) => kind === 'same' && value.trim() !== '').length
  // Texts with little in common are easier to read one after the other.
  if (removed.length === 0 || added.length === 0 || shared * 2 < Math.min(countNonBlank(before), countNonBlank(after)))
    return [...removed.map(toChangedLine('removed')), ...added.map(toChangedLine('added'))]
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
    if (edit.value !== blockSeparator) {
      open.push(edit)
      continue
    }
    close()
    if (edit.kind !== 'added') old = older.next().value
    if (edit.kind !== 'removed') now = newer.next().value
  }
  close()
  return lines.map(({ shape, edits: line }) => ({ line: mergeEdits(line), shape, isAppearanceChanged: false }))
}

const toChangedLine =
  (kind: 'added' | 'removed') =>
  ({ text, shape }: NoteBlock): BlockLine => ({ line: [{ kind, text }], shape, isAppearanceChanged: false })

const countNonBlank = (blocks: readonly string[][]): number => blocks.flat().filter((word) => word.trim() !== '').length

const joinBlocks = (blocks: readonly string[][]): string[] =>
  blocks.flatMap((block, index) => (index === 0 ? block : [blockSeparator, ...block]))

function mergeEdits(edits: readonly Edit[]): Change[] {
  const changes: { kind: Change['kind']; text: string }[] = []
  for (const { kind, value } of edits) {
    const last = changes.at(-1)
    if (last?.kind === kind) last.text += value
    else changes.push({ kind, text: value })
  }
  return changes
}

/** Beyond `maxEditLength` one list replaces the other, except for their common start and end. */
function shortestEdits(before: readonly string[], after: readonly string[], maxEditLength: number): Edit[] {
  const start = commonPrefixLength(before, after)
  const end = commonPrefixLength(before.slice(start).toReversed(), after.slice(start).toReversed())
  const older = before.slice(start, before.length - end)
  const newer = after.slice(start, after.length - end)
  const changes = diffArrays(older, newer, { maxEditLength }) ?? [
    { value: older, removed: true, added: false },
    { value: newer, removed: false, added: true },
  ]
  return [
    ...toEdits('same', before.slice(0, start)),
    ...changes.flatMap(({ value, removed, added }) => toEdits(removed ? 'removed' : added ? 'added' : 'same', value)),
    ...toEdits('same', before.slice(before.length - end)),
  ]
}

const toEdits = (kind: Edit['kind'], values: readonly string[]): Edit[] => values.map((value) => ({ kind, value }))

function commonPrefixLength(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((value, index) => value !== other[index])
  return end === -1 ? one.length : end
}
