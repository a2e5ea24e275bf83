/** Everything that the screens of a transcript show, derived from the words and the play map. Pure. */
import { toCaptions, type Caption } from '@knowreel/shared/transcription/captions.ts'
import {
  toBlocks,
  toLines,
  type TranscriptBlock,
  type TranscriptLine,
} from '@knowreel/shared/transcription/transcript-lines.ts'
import { playWords, type PlayedWord } from '@knowreel/shared/transcription/transcript.ts'
import { fromColumns, type TranscriptRecording } from '@knowreel/shared/transcription/transcription.wire.ts'
import {
  articleDuration,
  articleMap,
  positionsOf,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { wholeRecording, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'

export type TranscriptModel = {
  readonly map: PlayMap
  readonly words: readonly PlayedWord[]
  readonly lines: readonly TranscriptLine[]
  readonly blocks: readonly TranscriptBlock[]
  /** Displayed names, in the order in which they speak. */
  readonly speakers: readonly string[]
  /** Names are shown: there are several speakers, or someone named the only one. */
  readonly hasNames: boolean
}

/** For people who receive only the rendition, its words have article times. */
const renditionId = 'rendition'

export function buildModel(recordings: readonly TranscriptRecording[], tree: ParagraphTree): TranscriptModel {
  const isRendition = recordings.some(({ id }) => id === renditionId)
  const map = isRendition ? wholeRecording(renditionId, articleDuration(tree)) : articleMap(tree)
  const byId = new Map(recordings.map((recording) => [recording.id, fromColumns(recording)]))
  const words = playWords(map, (id) => byId.get(id) ?? [])
  const nameOf = ({ word }: PlayedWord) => word.speaker
  const lines = toLines(
    words,
    nameOf,
    positionsOf(tree).map(({ start }) => start),
  )
  const speakers = [...new Set(lines.flatMap((line) => line.speaker ?? []))]
  const hasNames = speakers.length > 1 || (speakers[0] !== undefined && !/^Speaker \d+$/.test(speakers[0]))
  return { map, words, lines, blocks: toBlocks(words, lines, tree), speakers, hasNames }
}

export const captionsOf = ({ words }: TranscriptModel): readonly Caption[] =>
  toCaptions(words, ({ word }) => word.speaker)

export type WordRange = { readonly from: number; readonly to: number }

const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The ranges of words in which the text occurs, ignoring case and accents. */
export function findHits(words: readonly PlayedWord[], query: string): readonly WordRange[] {
  const sought = fold(query.trim()).replaceAll(/\s+/g, ' ')
  if (sought === '') return []
  let text = ''
  const starts = words.map(({ word }) => {
    const start = text.length
    text += `${fold(word.text)} `
    return start
  })
  const hits: WordRange[] = []
  let word = 0
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) {
    while ((starts[word + 1] ?? Infinity) <= at) word++
    let to = word + 1
    while ((starts[to] ?? Infinity) < at + sought.length) to++
    hits.push({ from: word, to })
  }
  return hits
}

/** The text of words, a line per sentence with its time, as people paste it into messages. */
export function textWithTimes(
  { words, lines, hasNames }: TranscriptModel,
  { from, to }: WordRange,
  timeLabel: (time: Ms) => string,
): string {
  return lines
    .filter((line) => line.from < to && line.to > from)
    .map((line) => {
      const said = words.slice(Math.max(from, line.from), Math.min(to, line.to))
      const name = hasNames && line.speaker ? `${line.speaker}: ` : ''
      return `${timeLabel(said[0]?.start ?? line.start)} ${name}${said.map(({ word }) => word.text).join(' ')}`
    })
    .join('\n')
}

/** Below this, the engine is not sure of a word. */
export const isUnsure = ({ word: { confidence } }: PlayedWord): boolean => confidence !== null && confidence < 0.55
