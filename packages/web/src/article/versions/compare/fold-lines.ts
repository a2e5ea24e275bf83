import { isChangedLine, type BlockLine } from './text-diff.ts'

export type LineGroup = {
  /** Far from every change. */
  readonly isFolded: boolean
  readonly lines: readonly BlockLine[]
}

/** Unfolded context lines on either side of a change. */
const contextLines = 2
/** Fewer are not worth a click. */
const minFolded = 4

/** Few lines of a long note change: those far from every change are folded. */
export function foldLines(lines: readonly BlockLine[]): LineGroup[] {
  const isNear = linesNearChanges(lines)
  const stretches: { isFolded: boolean; lines: BlockLine[] }[] = []
  for (const [index, line] of lines.entries()) {
    const isFolded = !isNear[index]
    const last = stretches.at(-1)
    if (last?.isFolded === isFolded) last.lines.push(line)
    else stretches.push({ isFolded, lines: [line] })
  }
  return mergeUnfolded(stretches.map((one) => (one.lines.length < minFolded ? { ...one, isFolded: false } : one)))
}

function linesNearChanges(lines: readonly BlockLine[]): boolean[] {
  const near = lines.map(() => false)
  for (const [index, line] of lines.entries())
    if (isChangedLine(line)) near.fill(true, Math.max(0, index - contextLines), index + contextLines + 1)
  return near
}

function mergeUnfolded(stretches: readonly LineGroup[]): LineGroup[] {
  const joined: LineGroup[] = []
  for (const one of stretches) {
    const last = joined.at(-1)
    if (last && !last.isFolded && !one.isFolded)
      joined[joined.length - 1] = { ...last, lines: [...last.lines, ...one.lines] }
    else joined.push(one)
  }
  return joined
}
