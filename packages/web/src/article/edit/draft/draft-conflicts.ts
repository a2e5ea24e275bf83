/**
 * Title and tags of a draft edited by several people, as a state without clock or network. A field changed by one side
 * follows that side; tags added and removed on both sides are merged. Two titles cannot be merged: both stay until a
 * person chooses. Until then the title is not saved, everything else is.
 */
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { tagKey } from '@knowreel/shared/article/tags.rules.ts'
import { mergeFields, type DraftFields, type DraftInput } from './draft-fields.ts'
import type { ParagraphConflict } from './draft-paragraphs.ts'

type FieldConflict<Value> = {
  /** The value that both started from. */
  readonly base: Value
  readonly theirs: Value
  /** The person who saved last; null if unknown. */
  readonly savedBy: string | null
}

type FieldState<Value> = {
  readonly conflict: FieldConflict<Value> | null
  /** Sent without a response: they may or may not have arrived. */
  readonly unconfirmed: readonly Value[]
}

type FieldStates = { readonly title: FieldState<string>; readonly tags: FieldState<readonly string[]> }

export type Conflicts = {
  readonly title: FieldConflict<string> | null
  readonly tags: FieldConflict<readonly string[]> | null
  readonly paragraphs: ParagraphConflict | null
}
export type ConflictPart = keyof Conflicts
export const conflictParts = ['title', 'tags', 'paragraphs'] as const satisfies readonly ConflictPart[]
/** Which side is kept, per undecided part. */
export type ConflictChoices = { readonly [Part in ConflictPart]?: 'mine' | 'theirs' }

export const hasConflict = (conflicts: Conflicts): boolean => conflictParts.some((part) => conflicts[part] !== null)

export const initialFieldStates: FieldStates = {
  title: { conflict: null, unconfirmed: [] },
  tags: { conflict: null, unconfirmed: [] },
}

const maxUnconfirmed = 8

type FieldStrategy<Value> = {
  readonly isSame: (one: Value, other: Value) => boolean
  /** Null if a person has to choose. */
  readonly merge: (base: Value, mine: Value, theirs: Value) => Value | null
}

const titleStrategy: FieldStrategy<string> = { isSame: (one, other) => one === other, merge: () => null }
const tagsStrategy: FieldStrategy<readonly string[]> = {
  isSame: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  merge: mergeTags,
}

/** Additions of either side without the removals of either; null if that exceeds the limit of an article. */
export function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]) {
  const keys = (tags: readonly string[]) => new Set(tags.map(tagKey))
  const [before, here, there] = [keys(base), keys(mine), keys(theirs)]
  const merged = [
    ...theirs.filter((tag) => here.has(tagKey(tag)) || !before.has(tagKey(tag))),
    ...mine.filter((tag) => !before.has(tagKey(tag)) && !there.has(tagKey(tag))),
  ]
  return merged.length > articleLimits.tagsPerArticle ? null : merged
}

type ReconcileInput<Value> = {
  readonly base: Value
  readonly mine: Value
  readonly theirs: Value
  readonly savedBy: string | null
}

function reconcileField<Value>(
  { isSame, merge }: FieldStrategy<Value>,
  { conflict, unconfirmed }: FieldState<Value>,
  { base, mine, theirs, savedBy }: ReconcileInput<Value>,
): { field: FieldState<Value>; mine: Value } {
  const arrived = unconfirmed.findLast((sent) => isSame(sent, theirs))
  const left = arrived === undefined ? unconfirmed : []
  const from = arrived ?? conflict?.base ?? base
  const settled = (value: Value) => ({ field: { conflict: null, unconfirmed: left }, mine: value })
  if (isSame(theirs, from) || isSame(mine, theirs)) return settled(mine)
  if (isSame(mine, from)) return settled(theirs)
  const merged = merge(from, mine, theirs)
  if (merged !== null) return settled(merged)
  const known = conflict !== null && isSame(conflict.theirs, theirs) ? conflict.savedBy : null
  return { field: { conflict: { base: from, theirs, savedBy: savedBy ?? known }, unconfirmed: left }, mine }
}

/** The state of the screen once the server has `theirs`; `base` is what `mine` started from. */
export function reconcileFields(met: FieldStates, { base, mine, theirs, savedBy }: ReconcileInput<DraftFields>) {
  const title = reconcileField(titleStrategy, met.title, {
    base: base.title,
    mine: mine.title,
    theirs: theirs.title,
    savedBy,
  })
  const tags = reconcileField(tagsStrategy, met.tags, {
    base: base.tags,
    mine: mine.tags,
    theirs: theirs.tags,
    savedBy,
  })
  const fields = { ...mergeFields(base, mine, theirs), title: title.mine, tags: tags.mine }
  return { met: { title: title.field, tags: tags.field }, fields }
}

/** A local change; one that reverts the conflicting change ends the conflict. */
export function editFields(met: FieldStates, mine: DraftFields): { met: FieldStates; fields: DraftFields } {
  const meetAgain = <Value>(kind: FieldStrategy<Value>, field: FieldState<Value>, value: Value) =>
    field.conflict === null ? { field, mine: value } : reconcileField(kind, field, { ...field.conflict, mine: value })
  const title = meetAgain(titleStrategy, met.title, mine.title)
  const tags = meetAgain(tagsStrategy, met.tags, mine.tags)
  return { met: { title: title.field, tags: tags.field }, fields: { ...mine, title: title.mine, tags: tags.mine } }
}

export const markFieldsSent = ({ title, tags }: FieldStates, input: DraftInput): FieldStates => ({
  title: addUnconfirmed(title, input.title),
  tags: addUnconfirmed(tags, input.tags),
})

const addUnconfirmed = <Value>(field: FieldState<Value>, sent: Value | undefined): FieldState<Value> =>
  sent === undefined ? field : { ...field, unconfirmed: [...field.unconfirmed, sent].slice(-maxUnconfirmed) }

export const hasUnconfirmed = ({ title, tags }: FieldStates): boolean =>
  title.unconfirmed.length > 0 || tags.unconfirmed.length > 0

/** Sends the wanted value again, even if it equals the base, to find out whether an unanswered save arrived. */
export function resendInput({ title, tags }: FieldStates, base: DraftFields, now: DraftFields): DraftInput | null {
  const [asksTitle, asksTags] = [title, tags].map(({ conflict, unconfirmed }) => !conflict && unconfirmed.length > 0)
  if (!asksTitle && !asksTags) return null
  return {
    ...(asksTitle && { title: now.title }),
    ...(asksTags && { tags: [...now.tags] }),
    baseFields: { title: base.title, tags: [...base.tags] },
  }
}

/** A response settles everything that was sent before it. */
export const confirmFields = ({ title, tags }: FieldStates): FieldStates => ({
  title: { ...title, unconfirmed: [] },
  tags: { ...tags, unconfirmed: [] },
})

/** The server has definitely not received the changes that were sent. */
export const rejectFields = ({ title, tags }: FieldStates, input: DraftInput): FieldStates => ({
  title: { ...title, unconfirmed: title.unconfirmed.filter((sent) => sent !== input.title) },
  tags: { ...tags, unconfirmed: tags.unconfirmed.filter((sent) => sent !== input.tags) },
})

export function resolveFields(met: FieldStates, mine: DraftFields, choices: ConflictChoices) {
  const { title, tags } = met
  return {
    met: {
      title: choices.title ? { ...title, conflict: null } : title,
      tags: choices.tags ? { ...tags, conflict: null } : tags,
    },
    fields: {
      ...mine,
      title: choices.title === 'theirs' && title.conflict ? title.conflict.theirs : mine.title,
      tags: choices.tags === 'theirs' && tags.conflict ? tags.conflict.theirs : mine.tags,
    },
  }
}
