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
type Played = { readonly piece: Piece; readonly paragraphId: string; readonly start: Ms; readonly at: Ms }

/**
 * Carries an anchor from one published tree to the next: to the same moment of the same recording and, if that moment
 * is played several times, to the intended occurrence as far as it can be told. An anchor whose material is gone stays
 * unchanged and resolves again when the material returns.
 */
export function carryAnchor(before: ParagraphTree, after: ParagraphTree, anchor: Anchor): Anchor {
  const present = occurrencesOf(after, anchor)
  // Usually a moment is played once, so there is no choice.
  if (present.length <= 1) return moved(anchor, present[0])
  const former = occurrencesOf(before, anchor)
  const was = resolveAnchor(before, anchor)
  const place = former.findIndex(({ start, time }) => start + time === was)
  const meant = former[place]
  const found =
    (meant && sameInParagraph(former, present, meant)) ??
    (former.length === present.length ? present[place] : undefined) ??
    nearest(after, anchor)
  return moved(anchor, found)
}

const moved = (anchor: Anchor, to: Occurrence | undefined): Anchor =>
  to === undefined ? anchor : { ...anchor, paragraphId: to.paragraphId, time: to.time }

function occurrencesOf(tree: ParagraphTree, { videoId, videoTime }: Anchor): Occurrence[] {
  const found: Occurrence[] = []
  for (const { piece, paragraphId, start, at } of playedOf(tree).get(videoId) ?? []) {
    const own = videoTime - piece.in
    if (own >= 0 && own < piece.dur) found.push({ paragraphId, start, time: at + own })
  }
  return found
}

const playedOfTrees = new WeakMap<ParagraphTree, ReadonlyMap<string, readonly Played[]>>()

/** Per recording its occurrences in order, indexed because a thousand anchors use it with every edit. */
function playedOf(tree: ParagraphTree): ReadonlyMap<string, readonly Played[]> {
  const known = playedOfTrees.get(tree)
  if (known !== undefined) return known
  const played = new Map<string, Played[]>()
  for (const { paragraph, start } of positionsOf(tree)) {
    const starts = startsOf(paragraph.map)
    paragraph.map.forEach((piece, index) => {
      const own = { piece, paragraphId: paragraph.id, start, at: starts[index] ?? 0 }
      const others = played.get(piece.videoId)
      if (others) others.push(own)
      else played.set(piece.videoId, [own])
    })
  }
  playedOfTrees.set(tree, played)
  return played
}

/** Its paragraph plays the moment as often as before. */
function sameInParagraph(
  former: readonly Occurrence[],
  present: readonly Occurrence[],
  meant: Occurrence,
): Occurrence | undefined {
  const own = former.filter(({ paragraphId }) => paragraphId === meant.paragraphId)
  const now = present.filter(({ paragraphId }) => paragraphId === meant.paragraphId)
  return own.length === now.length ? now[own.indexOf(meant)] : undefined
}

function nearest(tree: ParagraphTree, anchor: Anchor): Occurrence | undefined {
  const time = resolveAnchor(tree, anchor)
  const found = time === null ? null : anchorAt(tree, time)
  const place = found === null ? null : findParagraph(tree, found.paragraphId)
  return found === null || place === null
    ? undefined
    : { paragraphId: found.paragraphId, start: place.start, time: found.time }
}
