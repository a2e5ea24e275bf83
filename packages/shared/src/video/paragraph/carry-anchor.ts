import {
  anchorAt,
  findParagraph,
  positionsOf,
  resolveAnchor,
  type Anchor,
  type ParagraphTree,
} from './paragraph-tree.ts'
import { startsOf, type Ms, type Piece } from '../play-map.ts'

type Occurrence = { readonly paragraphId: string; readonly start: Ms; readonly time: Ms }
/** A piece with its position in the paragraph and the paragraph's position in the article. */
type PlayedPiece = { readonly piece: Piece; readonly paragraphId: string; readonly start: Ms; readonly offset: Ms }

/**
 * Carries an anchor from one published tree to the next: to the same moment of the same recording and, if that moment
 * is played several times, to the intended occurrence as far as it can be determined. An anchor whose material is gone
 * stays unchanged and resolves again when the material returns.
 */
export function carryAnchor(before: ParagraphTree, after: ParagraphTree, anchor: Anchor): Anchor {
  const present = occurrencesOf(after, anchor)
  // Usually a moment is played once, so there is no choice.
  if (present.length <= 1) return moveAnchor(anchor, present[0])
  const former = occurrencesOf(before, anchor)
  const was = resolveAnchor(before, anchor)
  const index = former.findIndex(({ start, time }) => start + time === was)
  const meant = former[index]
  const found =
    (meant && sameOccurrenceInParagraph(former, present, meant)) ??
    (former.length === present.length ? present[index] : undefined) ??
    nearestOccurrence(after, anchor)
  return moveAnchor(anchor, found)
}

const moveAnchor = (anchor: Anchor, to: Occurrence | undefined): Anchor =>
  to === undefined ? anchor : { ...anchor, paragraphId: to.paragraphId, time: to.time }

function occurrencesOf(tree: ParagraphTree, { videoId, videoTime }: Anchor): Occurrence[] {
  const found: Occurrence[] = []
  for (const { piece, paragraphId, start, offset } of playedPiecesOf(tree).get(videoId) ?? []) {
    const own = videoTime - piece.in
    if (own >= 0 && own < piece.dur) found.push({ paragraphId, start, time: offset + own })
  }
  return found
}

const playedPiecesCache = new WeakMap<ParagraphTree, ReadonlyMap<string, readonly PlayedPiece[]>>()

/** Per recording its occurrences in order, indexed because a thousand anchors use it with every edit. */
function playedPiecesOf(tree: ParagraphTree): ReadonlyMap<string, readonly PlayedPiece[]> {
  const known = playedPiecesCache.get(tree)
  if (known !== undefined) return known
  const played = new Map<string, PlayedPiece[]>()
  for (const { paragraph, start } of positionsOf(tree)) {
    const starts = startsOf(paragraph.map)
    paragraph.map.forEach((piece, index) => {
      const own = { piece, paragraphId: paragraph.id, start, offset: starts[index] ?? 0 }
      const others = played.get(piece.videoId)
      if (others) others.push(own)
      else played.set(piece.videoId, [own])
    })
  }
  playedPiecesCache.set(tree, played)
  return played
}

/** Its paragraph plays the moment as often as before. */
function sameOccurrenceInParagraph(
  former: readonly Occurrence[],
  present: readonly Occurrence[],
  meant: Occurrence,
): Occurrence | undefined {
  const own = former.filter(({ paragraphId }) => paragraphId === meant.paragraphId)
  const now = present.filter(({ paragraphId }) => paragraphId === meant.paragraphId)
  return own.length === now.length ? now[own.indexOf(meant)] : undefined
}

function nearestOccurrence(tree: ParagraphTree, anchor: Anchor): Occurrence | undefined {
  const time = resolveAnchor(tree, anchor)
  const found = time === null ? null : anchorAt(tree, time)
  const position = found === null ? null : findParagraph(tree, found.paragraphId)
  return found === null || position === null
    ? undefined
    : { paragraphId: found.paragraphId, start: position.start, time: found.time }
}
