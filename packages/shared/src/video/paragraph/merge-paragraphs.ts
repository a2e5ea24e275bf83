/**
 * Merges the changes of two people to the same base paragraphs. Changes to different paragraphs are kept from both. If
 * both changed what the same paragraph plays, or both moved paragraphs, every result would lose someone's cut, so
 * people have to decide.
 *
 * Material can move between paragraphs: merging two changes both. So the paragraphs whose material one side changed
 * count together, and a change of any of them by the other side is a conflict.
 */
import { isSameTags, isSameTree } from './paragraph-hash.ts'
import { positionsOf, type Paragraph, type ParagraphPosition, type ParagraphTree } from './paragraph-tree.ts'
import { isSameMap } from '../play-map.ts'

type Positions = ReadonlyMap<string, ParagraphPosition>

/** Null for a conflict. If both changed a title or tags, `mine` wins. */
export function mergeParagraphs(base: ParagraphTree, mine: ParagraphTree, theirs: ParagraphTree): ParagraphTree | null {
  if (isSameTree(mine, theirs) || isSameTree(base, theirs)) return mine
  if (isSameTree(base, mine)) return theirs
  const [before, here, there] = [positionsById(base), positionsById(mine), positionsById(theirs)]
  const touchedHere = changedParagraphIds(before, here)
  const touchedThere = changedParagraphIds(before, there)
  if ([...touchedHere].some((id) => touchedThere.has(id))) return null

  const common = new Set([...before.keys()].filter((id) => here.has(id) && there.has(id)))
  const [orderBefore, orderHere, orderThere] = [base, mine, theirs].map((tree) => orderKey(tree, common))
  const isMovedHere = orderHere !== orderBefore
  if (isMovedHere && orderThere !== orderBefore && orderHere !== orderThere) return null

  const [frame, other] = isMovedHere ? [mine, theirs] : [theirs, mine]
  const others = positionsById(other)
  const isGone = (id: string) => before.has(id) && !others.has(id)
  const kept = withAdded(withoutRemoved(frame, isGone), other, (id) => !before.has(id))
  const merged = kept.map((paragraph) => ({
    ...valueOf(paragraph),
    items: paragraph.items.map((item) => valueOf(item)),
  }))
  return merged.some(({ items }) => items.some((item) => item.items.length > 0)) ? null : merged

  function valueOf(paragraph: Paragraph): Paragraph {
    const { id } = paragraph
    const [old, one, two] = [before, here, there].map((positions) => positions.get(id)?.paragraph)
    if (one === undefined || two === undefined) return one ?? two ?? paragraph
    return {
      ...paragraph,
      title: one.title === old?.title ? two.title : one.title,
      tags: old !== undefined && isSameTags(one.tags, old.tags) ? two.tags : one.tags,
      map: touchedHere.has(id) ? one.map : two.map,
    }
  }
}

/**
 * Whether `whole` contains every difference between `part` and `base`: a save without a response arrived, and the
 * current state is based on it.
 */
export function containsChanges(base: ParagraphTree, part: ParagraphTree, whole: ParagraphTree): boolean {
  const [before, sent, there] = [positionsById(base), positionsById(part), positionsById(whole)]
  const ids = new Set([...before.keys(), ...sent.keys()])
  const changed = [...ids].filter((id) => !isSameValue(before.get(id), sent.get(id)))
  const isMoved = orderKey(base, new Set(before.keys())) !== orderKey(part, new Set(before.keys()))
  if (changed.length === 0 && !isMoved) return false
  const common = new Set([...sent.keys()].filter((id) => there.has(id)))
  const isOrderKept = !isMoved || orderKey(part, common) === orderKey(whole, common)
  return isOrderKept && changed.every((id) => isSameValue(sent.get(id), there.get(id)))
}

function isSameValue(one: ParagraphPosition | undefined, other: ParagraphPosition | undefined): boolean {
  if (one === undefined || other === undefined) return one === other
  const [left, right] = [one.paragraph, other.paragraph]
  return left.title === right.title && isSameTags(left.tags, right.tags) && isSameMap(left.map, right.map)
}

const positionsById = (tree: ParagraphTree): Positions =>
  new Map(positionsOf(tree).map((position) => [position.paragraph.id, position]))

/** Ids of paragraphs that play something else, are new or are gone. */
function changedParagraphIds(before: Positions, now: Positions): Set<string> {
  const touched = new Set([...before.keys()].filter((id) => !now.has(id)))
  for (const [id, { paragraph }] of now) {
    const old = before.get(id)?.paragraph
    if (old === undefined || !isSameMap(old.map, paragraph.map)) touched.add(id)
  }
  return touched
}

const orderKey = (tree: ParagraphTree, among: ReadonlySet<string>): string =>
  positionsOf(tree)
    .filter(({ paragraph }) => among.has(paragraph.id))
    .map(({ paragraph, parentId }) => `${parentId ?? ''}/${paragraph.id}`)
    .join()

/** Sub-paragraphs of a removed paragraph take its position. */
const withoutRemoved = (tree: ParagraphTree, isGone: (id: string) => boolean): Paragraph[] =>
  tree.flatMap((paragraph) => {
    const items = paragraph.items.filter(({ id }) => !isGone(id))
    return isGone(paragraph.id) ? items : [{ ...paragraph, items }]
  })

/** Adds the paragraphs that only `from` has, after the one they follow there. */
function withAdded(tree: Paragraph[], from: ParagraphTree, isAdded: (id: string) => boolean): Paragraph[] {
  const present = new Set(positionsOf(tree).map(({ paragraph }) => paragraph.id))
  let result = tree
  const add = (siblings: readonly Paragraph[], index: number, parentId: string | null) => {
    const paragraph = siblings[index]
    if (paragraph === undefined || present.has(paragraph.id) || !isAdded(paragraph.id)) return
    const earlier = siblings.slice(0, index).map(({ id }) => id)
    present.add(paragraph.id)
    const one = { ...paragraph, items: paragraph.items.filter(({ id }) => isAdded(id) && !present.has(id)) }
    for (const { id } of one.items) present.add(id)
    const parent = result.find(({ id }) => id === parentId)
    if (parent === undefined) result = insertAfter(result, earlier, one)
    else result = result.map((top) => (top === parent ? { ...top, items: insertAfter(top.items, earlier, one) } : top))
  }
  from.forEach((paragraph, index) => {
    add(from, index, null)
    paragraph.items.forEach((_, itemIndex) => add(paragraph.items, itemIndex, paragraph.id))
  })
  return result
}

function insertAfter(list: readonly Paragraph[], earlier: readonly string[], added: Paragraph): Paragraph[] {
  const nearest = earlier.findLast((id) => list.some((one) => one.id === id))
  const behind = list.findIndex(({ id }) => id === nearest)
  return list.toSpliced(behind + 1, 0, added)
}
