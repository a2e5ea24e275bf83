import { anchorAt, findParagraph, placesOf, resolveAnchor, type Anchor, type ParagraphTree } from './paragraph-tree.ts'
import { startsOf, type Ms, type Piece } from './play-map.ts'

type Occurrence = { readonly paragraphId: string; readonly start: Ms; readonly time: Ms }
/** A piece, where it lies in its paragraph, and where that lies in the article. */
type Played = { readonly piece: Piece; readonly paragraphId: string; readonly start: Ms; readonly at: Ms }

/**
 * An anchor of what was published, on what is published now: on the same moment of the same recording, and where that moment
 * is played several times on the one that was meant, as far as the change left them alike. An anchor whose material is gone
 * stays as it is: it is found again when the material comes back.
 */
export function carryAnchor(before: ParagraphTree, after: ParagraphTree, anchor: Anchor): Anchor {
  const present = occurrencesOf(after, anchor)
  // Mostly a moment is played once, and there is nothing to decide.
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

/** Of each recording where it is played, in order: a thousand anchors ask for it with every edit. */
function playedOf(tree: ParagraphTree): ReadonlyMap<string, readonly Played[]> {
  const known = playedOfTrees.get(tree)
  if (known !== undefined) return known
  const played = new Map<string, Played[]>()
  for (const { paragraph, start } of placesOf(tree)) {
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

/** Its paragraph plays the moment as often as it did. */
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
