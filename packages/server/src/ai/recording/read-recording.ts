/**
 * The speech and the on-screen text of an article's recordings, in article time: the material for notes and paragraphs.
 */
import { articleDuration, articleMap, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { occurrences, rangesOf, videoIdsOf, type Ms } from '@knowreel/shared/video/play-map.ts'
import type { Db } from '../../platform/database/db.ts'
import { listChanges, listShownLines } from '../../screen-text/index.ts'
import {
  followTranscripts,
  listUnfinished,
  readPlayedWords,
  spokenLines,
  type SpokenLine,
} from '../../transcription/index.ts'
import { listVideos } from '../../video/index.ts'

export type Span = { readonly start: Ms; readonly end: Ms }

/** A click or a navigation, as the recorder noted it. */
export type Step = { readonly time: Ms; readonly kind: 'click' | 'navigation'; readonly title: string }

export type Recorded = {
  readonly duration: Ms
  readonly spoken: readonly SpokenLine[]
  readonly words: readonly Span[]
  readonly shown: readonly (Span & { readonly text: string })[]
  readonly steps: readonly Step[]
  /** When the picture changes. */
  readonly changes: readonly Ms[]
}

type Source = { readonly companyId: string; readonly tree: ParagraphTree }

export async function readRecorded(db: Db, { companyId, tree }: Source): Promise<Recorded> {
  const map = articleMap(tree)
  const videoIds = videoIdsOf(map)
  const article = { companyId, paragraphs: tree }
  const [videos, words] = await Promise.all([listVideos(db, companyId, videoIds), readPlayedWords(db, article)])
  const known = videos.map(({ id }) => id)
  const [lines, changes] = await Promise.all([listShownLines(db, known), listChanges(db, known)])
  return {
    duration: articleDuration(tree),
    spoken: spokenLines(words, article),
    words: words.map(({ start, end }) => ({ start, end })),
    shown: lines
      .flatMap(({ videoId, start, end, text }) =>
        rangesOf(map, videoId, start, end).map(({ from, to }) => ({ start: from, end: to, text })),
      )
      .toSorted(byStart),
    steps: videos
      .flatMap(({ id, step_hints }) =>
        step_hints.flatMap(({ at, kind, title }) => occurrences(map, id, at).map((time) => ({ time, kind, title }))),
      )
      .toSorted((one, other) => one.time - other.time),
    changes: [...changes]
      .flatMap(([id, moments]) => moments.flatMap((at) => occurrences(map, id, at)))
      .toSorted((one, other) => one - other),
  }
}

/** Nothing is said, shown or clicked. */
export const isSilent = ({ spoken, shown, steps }: Recorded): boolean =>
  spoken.length + shown.length + steps.length === 0

const byStart = (one: Span, other: Span): number => one.start - other.start

/** Waits for transcripts that are being made, reporting their progress in percent. */
export async function waitForTranscripts(
  db: Db,
  { companyId, tree }: Source,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (percent: number) => void },
): Promise<void> {
  const unfinished = await listUnfinished(db, companyId, videoIdsOf(articleMap(tree)))
  if (unfinished.length > 0)
    await followTranscripts(db, unfinished, { signal, onState: ({ progress }) => onProgress(progress) })
  signal.throwIfAborted()
}
