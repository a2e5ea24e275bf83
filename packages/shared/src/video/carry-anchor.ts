import { anchorAt, findParagraph, placesOf, resolveAnchor, type Anchor, type ParagraphTree } from './paragraph-tree.ts'
import { occurrences } from './play-map.ts'

type Occurrence = { readonly paragraphId: string; readonly start: number; readonly time: number }

/**
 * An anchor of what was published, on what is published now: on the same moment of the same recording, and where that moment
 * is played several times on the one that was meant, as far as the change left them alike. An anchor whose material is gone
 * stays as it is: it is found again when the material comes back.
 */
export function carryAnchor(before: ParagraphTree, after: ParagraphTree, anchor: Anchor): Anchor {
  const former = occurrencesOf(before, anchor)
  const place = former.findIndex(({ start, time }) => start + time === resolveAnchor(before, anchor))
  const present = occurrencesOf(after, anchor)
  const meant = former[place]
  const found =
    (meant && sameInParagraph(former, present, meant)) ??
    (former.length === present.length ? present[place] : undefined) ??
    nearest(after, anchor)
  if (found === undefined) return anchor
  return { ...anchor, paragraphId: found.paragraphId, time: found.time }
}

const occurrencesOf = (tree: ParagraphTree, { videoId, videoTime }: Anchor): Occurrence[] =>
  placesOf(tree).flatMap(({ paragraph, start }) =>
    occurrences(paragraph.map, videoId, videoTime).map((time) => ({ paragraphId: paragraph.id, start, time })),
  )

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
