/**
 * The paragraphs of a draft between several people, as a state without clock and network. Paragraphs are saved whole, so what
 * colleagues did is merged here. Where that cannot be done without losing somebody's cut, both stand beside each other
 * until a person chooses: nothing of the paragraphs is saved meanwhile, everything else is.
 */
import { isGrownFrom, mergeParagraphs } from '@knowreel/shared/video/merge-paragraphs.ts'
import { isSameTree } from '@knowreel/shared/video/paragraph-hash.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'

export type ParagraphConflict = {
  /** What both began with. */
  readonly base: ParagraphTree
  readonly theirs: ParagraphTree
  /** Who saved last; null when that is not known. */
  readonly byWhom: string | null
}

export type DraftParagraphs = {
  /** As they stand on the screen. */
  readonly mine: ParagraphTree
  /** As the server has them. */
  readonly base: ParagraphTree
  readonly conflict: ParagraphConflict | null
  /** Sent without an answer: they may have arrived or not. */
  readonly unanswered: readonly ParagraphTree[]
}

const mostUnanswered = 8

export const beginParagraphs = (tree: ParagraphTree): DraftParagraphs => ({
  mine: tree,
  base: tree,
  conflict: null,
  unanswered: [],
})

/** A change made here; one that undoes what was met ends the conflict. */
export const editParagraphs = (state: DraftParagraphs, mine: ParagraphTree): DraftParagraphs => {
  const { conflict } = state
  return conflict === null
    ? { ...state, mine }
    : meet({ ...state, mine }, conflict.base, conflict.theirs, conflict.byWhom)
}

/** What the server has now, though it answers no save from here. */
export function takeParagraphs(
  state: DraftParagraphs,
  theirs: ParagraphTree,
  byWhom: string | null = null,
): DraftParagraphs {
  const from = state.conflict?.base ?? state.base
  const arrived = state.unanswered.findLast((sent) => isGrownFrom(from, sent, theirs))
  const next = arrived === undefined ? state : { ...state, unanswered: [] }
  return meet(next, arrived ?? from, theirs, byWhom)
}

export const paragraphsSent = (state: DraftParagraphs, sent: ParagraphTree): DraftParagraphs => ({
  ...state,
  unanswered: [...state.unanswered, sent].slice(-mostUnanswered),
})

/** The answer to a save that carried `sent`; the server may have put it right. */
export const paragraphsAnswered = (
  state: DraftParagraphs,
  sent: ParagraphTree,
  answered: ParagraphTree,
): DraftParagraphs => meet({ ...state, unanswered: [] }, sent, answered, null)

/** What was sent did certainly not arrive. */
export const paragraphsRefused = (state: DraftParagraphs, sent: ParagraphTree): DraftParagraphs => ({
  ...state,
  unanswered: state.unanswered.filter((tree) => tree !== sent),
})

export function decideParagraphs(state: DraftParagraphs, keeps: 'mine' | 'theirs'): DraftParagraphs {
  if (state.conflict === null) return state
  return { ...state, conflict: null, mine: keeps === 'mine' ? state.mine : state.conflict.theirs }
}

function meet(
  state: DraftParagraphs,
  from: ParagraphTree,
  theirs: ParagraphTree,
  byWhom: string | null,
): DraftParagraphs {
  // The same values stay the same objects: players and lists begin anew with every other one.
  const known = [state.mine, state.base].find((tree) => isSameTree(tree, theirs)) ?? theirs
  const merged = mergeParagraphs(from, state.mine, known)
  if (merged === null) return { ...state, base: known, conflict: { base: from, theirs: known, byWhom } }
  const mine = isSameTree(merged, state.mine) ? state.mine : merged
  return { ...state, mine, base: isSameTree(mine, known) ? mine : known, conflict: null }
}
