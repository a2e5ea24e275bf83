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
  /** Who saved last; null if unknown. */
  readonly byWhom: string | null
}

type MetField<Value> = {
  readonly conflict: FieldConflict<Value> | null
  /** Sent without a response: they may or may not have arrived. */
  readonly unanswered: readonly Value[]
}

type MetFields = { readonly title: MetField<string>; readonly tags: MetField<readonly string[]> }

export type Conflicts = {
  readonly title: FieldConflict<string> | null
  readonly tags: FieldConflict<readonly string[]> | null
  readonly paragraphs: ParagraphConflict | null
}
export type ConflictPart = keyof Conflicts
export const conflictParts = ['title', 'tags', 'paragraphs'] as const satisfies readonly ConflictPart[]
/** Which side is kept, per undecided part. */
export type Choices = { readonly [Part in ConflictPart]?: 'mine' | 'theirs' }

export const hasConflict = (conflicts: Conflicts): boolean => conflictParts.some((part) => conflicts[part] !== null)

export const beginFields: MetFields = {
  title: { conflict: null, unanswered: [] },
  tags: { conflict: null, unanswered: [] },
}

const mostUnanswered = 8

type Kind<Value> = {
  readonly isSame: (one: Value, other: Value) => boolean
  /** Null if a person has to choose. */
  readonly merge: (base: Value, mine: Value, theirs: Value) => Value | null
}

const titles: Kind<string> = { isSame: (one, other) => one === other, merge: () => null }
const tagLists: Kind<readonly string[]> = {
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

type Meeting<Value> = {
  readonly base: Value
  readonly mine: Value
  readonly theirs: Value
  readonly byWhom: string | null
}

function meetField<Value>(
  { isSame, merge }: Kind<Value>,
  { conflict, unanswered }: MetField<Value>,
  { base, mine, theirs, byWhom }: Meeting<Value>,
): { field: MetField<Value>; mine: Value } {
  const arrived = unanswered.findLast((sent) => isSame(sent, theirs))
  const left = arrived === undefined ? unanswered : []
  const from = arrived ?? conflict?.base ?? base
  const settled = (value: Value) => ({ field: { conflict: null, unanswered: left }, mine: value })
  if (isSame(theirs, from) || isSame(mine, theirs)) return settled(mine)
  if (isSame(mine, from)) return settled(theirs)
  const merged = merge(from, mine, theirs)
  if (merged !== null) return settled(merged)
  const known = conflict !== null && isSame(conflict.theirs, theirs) ? conflict.byWhom : null
  return { field: { conflict: { base: from, theirs, byWhom: byWhom ?? known }, unanswered: left }, mine }
}

/** The state of the screen once the server has `theirs`; `base` is what `mine` started from. */
export function meetFields(met: MetFields, { base, mine, theirs, byWhom }: Meeting<DraftFields>) {
  const title = meetField(titles, met.title, { base: base.title, mine: mine.title, theirs: theirs.title, byWhom })
  const tags = meetField(tagLists, met.tags, { base: base.tags, mine: mine.tags, theirs: theirs.tags, byWhom })
  const fields = { ...mergeFields(base, mine, theirs), title: title.mine, tags: tags.mine }
  return { met: { title: title.field, tags: tags.field }, fields }
}

/** A local change; one that reverts the conflicting change ends the conflict. */
export function editFields(met: MetFields, mine: DraftFields): { met: MetFields; fields: DraftFields } {
  const meetAgain = <Value>(kind: Kind<Value>, field: MetField<Value>, value: Value) =>
    field.conflict === null ? { field, mine: value } : meetField(kind, field, { ...field.conflict, mine: value })
  const title = meetAgain(titles, met.title, mine.title)
  const tags = meetAgain(tagLists, met.tags, mine.tags)
  return { met: { title: title.field, tags: tags.field }, fields: { ...mine, title: title.mine, tags: tags.mine } }
}

export const fieldsSent = ({ title, tags }: MetFields, input: DraftInput): MetFields => ({
  title: withSent(title, input.title),
  tags: withSent(tags, input.tags),
})

const withSent = <Value>(field: MetField<Value>, sent: Value | undefined): MetField<Value> =>
  sent === undefined ? field : { ...field, unanswered: [...field.unanswered, sent].slice(-mostUnanswered) }

export const hasUnanswered = ({ title, tags }: MetFields): boolean =>
  title.unanswered.length > 0 || tags.unanswered.length > 0

/** Sends the wanted value again, even if it equals the base, to find out whether an unanswered save arrived. */
export function askAgain({ title, tags }: MetFields, base: DraftFields, now: DraftFields): DraftInput | null {
  const [asksTitle, asksTags] = [title, tags].map(({ conflict, unanswered }) => !conflict && unanswered.length > 0)
  if (!asksTitle && !asksTags) return null
  return {
    ...(asksTitle && { title: now.title }),
    ...(asksTags && { tags: [...now.tags] }),
    baseFields: { title: base.title, tags: [...base.tags] },
  }
}

/** A response settles everything that was sent before it. */
export const fieldsAnswered = ({ title, tags }: MetFields): MetFields => ({
  title: { ...title, unanswered: [] },
  tags: { ...tags, unanswered: [] },
})

/** What was sent has definitely not arrived. */
export const fieldsRefused = ({ title, tags }: MetFields, input: DraftInput): MetFields => ({
  title: { ...title, unanswered: title.unanswered.filter((sent) => sent !== input.title) },
  tags: { ...tags, unanswered: tags.unanswered.filter((sent) => sent !== input.tags) },
})

export function decideFields(met: MetFields, mine: DraftFields, choices: Choices) {
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
