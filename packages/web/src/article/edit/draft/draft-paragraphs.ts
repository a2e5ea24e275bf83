/**
 * The paragraphs of a draft edited by several people, as a state without clock or network. Paragraphs are saved whole,
 * so changes of colleagues are merged here. If a merge would lose someone's cut, both versions stay until a person
 * chooses: until then no paragraphs are saved, everything else is.
 */
import { containsChanges, mergeParagraphs } from '@knowreel/shared/video/paragraph/merge-paragraphs.ts'
import { isSameTree } from '@knowreel/shared/video/paragraph/paragraph-hash.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'

export type ParagraphConflict = {
  /** The value that both started from. */
  readonly base: ParagraphTree
  readonly theirs: ParagraphTree
  /** The person who saved last; null if unknown. */
  readonly savedBy: string | null
}

export type DraftParagraphs = {
  /** As shown on the screen. */
  readonly mine: ParagraphTree
  /** As stored on the server. */
  readonly base: ParagraphTree
  readonly conflict: ParagraphConflict | null
  /** Sent without a response: they may or may not have arrived. */
  readonly unconfirmed: readonly ParagraphTree[]
}

const maxUnconfirmed = 8

export const initialParagraphs = (tree: ParagraphTree): DraftParagraphs => ({
  mine: tree,
  base: tree,
  conflict: null,
  unconfirmed: [],
})

/** A local change; one that undoes the conflicting change ends the conflict. */
export const editParagraphs = (state: DraftParagraphs, mine: ParagraphTree): DraftParagraphs => {
  const { conflict } = state
  return conflict === null
    ? { ...state, mine }
    : reconcile({ ...state, mine }, conflict.base, conflict.theirs, conflict.savedBy)
}

/** The present state of the server, not in response to a local save. */
export function applyServerParagraphs(
  state: DraftParagraphs,
  theirs: ParagraphTree,
  byWhom: string | null = null,
): DraftParagraphs {
  const from = state.conflict?.base ?? state.base
  const arrived = state.unconfirmed.findLast((sent) => containsChanges(from, sent, theirs))
  const next = arrived === undefined ? state : { ...state, unconfirmed: [] }
  return reconcile(next, arrived ?? from, theirs, byWhom)
}

export const markParagraphsSent = (state: DraftParagraphs, sent: ParagraphTree): DraftParagraphs => ({
  ...state,
  unconfirmed: [...state.unconfirmed, sent].slice(-maxUnconfirmed),
})

/** The response to a save of `sent`; the server may have corrected it. */
export const confirmParagraphs = (
  state: DraftParagraphs,
  sent: ParagraphTree,
  answered: ParagraphTree,
): DraftParagraphs => reconcile({ ...state, unconfirmed: [] }, sent, answered, null)

/** The server has definitely not received the changes that were sent. */
export const rejectParagraphs = (state: DraftParagraphs, sent: ParagraphTree): DraftParagraphs => ({
  ...state,
  unconfirmed: state.unconfirmed.filter((tree) => tree !== sent),
})

export function resolveParagraphs(state: DraftParagraphs, keeps: 'mine' | 'theirs'): DraftParagraphs {
  if (state.conflict === null) return state
  return { ...state, conflict: null, mine: keeps === 'mine' ? state.mine : state.conflict.theirs }
}

function reconcile(
  state: DraftParagraphs,
  from: ParagraphTree,
  theirs: ParagraphTree,
  byWhom: string | null,
): DraftParagraphs {
  // Equal values keep their identity: players and lists restart for every new object.
  const known = [state.mine, state.base].find((tree) => isSameTree(tree, theirs)) ?? theirs
  const merged = mergeParagraphs(from, state.mine, known)
  if (merged === null) return { ...state, base: known, conflict: { base: from, theirs: known, savedBy: byWhom } }
  const mine = isSameTree(merged, state.mine) ? state.mine : merged
  return { ...state, mine, base: isSameTree(mine, known) ? mine : known, conflict: null }
}
