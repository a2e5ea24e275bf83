/** Lines of a transcript: sentences and parts of sentences, as the wire format and the screens show them. */
import type { ParagraphTree } from '../video/paragraph/paragraph-tree.ts'
import { positionsOf } from '../video/paragraph/paragraph-tree.ts'
import type { Ms } from '../video/play-map.ts'
import { textOf, type PlayedWord } from './transcript.ts'

export type TranscriptLine = {
  readonly start: Ms
  readonly end: Ms
  readonly speaker: string | null
  /** Range of words: `[from, to)`. */
  readonly from: number
  readonly to: number
}

/** Consecutive lines of one speaker in one paragraph. */
export type TranscriptBlock = {
  readonly start: Ms
  readonly speaker: string | null
  /** The paragraph that starts with this block; null if it continues one. */
  readonly heading: { readonly id: string; readonly title: string; readonly start: Ms } | null
  readonly paragraphId: string | null
  readonly from: number
  readonly to: number
}

/** A longer pause ends a line, a much longer one a block. */
const linePauseMs: Ms = 1000
const blockPauseMs: Ms = 4000
const maxLineLength = 200
const maxBlockLength = 600

const endsSentence = (text: string): boolean => /[.?!…。？！]["'”’)\]]*$/u.test(text)

/** `nameOf` returns the displayed name of a word's speaker. */
export function toLines(
  words: readonly PlayedWord[],
  nameOf: (word: PlayedWord) => string | null,
  borders: readonly Ms[] = [],
): readonly TranscriptLine[] {
  const lines: TranscriptLine[] = []
  let from = 0
  let length = 0
  words.forEach((word, index) => {
    length += word.word.text.length + 1
    const next = words[index + 1]
    const isEnd =
      next === undefined ||
      endsSentence(word.word.text) ||
      next.start - word.end >= linePauseMs ||
      length + next.word.text.length > maxLineLength ||
      nameOf(next) !== nameOf(word) ||
      borders.some((border) => border > word.start && border <= next.start)
    if (!isEnd) return
    const first = words[from] ?? word
    lines.push({ start: first.start, end: word.end, speaker: nameOf(word), from, to: index + 1 })
    from = index + 1
    length = 0
  })
  return lines
}

/** Lines in blocks, with the titles of the paragraphs as headings, also of paragraphs in which nobody speaks. */
export function toBlocks(
  words: readonly PlayedWord[],
  lines: readonly TranscriptLine[],
  tree: ParagraphTree,
): readonly TranscriptBlock[] {
  const blocks: { -readonly [Key in keyof TranscriptBlock]: TranscriptBlock[Key] }[] = []
  const paragraphs = positionsOf(tree)
  let at = -1
  let length = 0
  let lastEnd = 0
  for (const line of lines) {
    let heading: TranscriptBlock['heading'] = null
    for (let next = paragraphs[at + 1]; next !== undefined && next.start <= line.start; next = paragraphs[at + 1]) {
      if (heading !== null)
        blocks.push({
          start: heading.start,
          speaker: null,
          heading,
          paragraphId: heading.id,
          from: line.from,
          to: line.from,
        })
      at++
      heading = { id: next.paragraph.id, title: next.paragraph.title, start: next.start }
    }
    const last = blocks.at(-1)
    const size = textOf(words.slice(line.from, line.to).map(({ word }) => word)).length
    const continues =
      heading === null &&
      last !== undefined &&
      last.speaker === line.speaker &&
      line.start - lastEnd < blockPauseMs &&
      length + size <= maxBlockLength
    if (continues) {
      last.to = line.to
      length += size
    } else {
      const paragraphId = paragraphs[at]?.paragraph.id ?? null
      blocks.push({ start: line.start, speaker: line.speaker, heading, paragraphId, from: line.from, to: line.to })
      length = size
    }
    lastEnd = line.end
  }
  for (const { paragraph, start } of paragraphs.slice(at + 1)) {
    const heading = { id: paragraph.id, title: paragraph.title, start }
    blocks.push({ start, speaker: null, heading, paragraphId: paragraph.id, from: words.length, to: words.length })
  }
  return blocks
}
