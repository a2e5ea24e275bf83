/** The stored form of an entry of the history: its location. What it shows is read anew each time. Pure. */
import { isUuid } from '@knowreel/shared/identity/ids.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { foldTitle } from '@knowreel/shared/search/search-query.ts'
import type { EntryKind, Remembered, RememberedQuestion, RememberedResult } from '../search.tables.ts'

export const isQuestion = (remembered: Remembered): remembered is RememberedQuestion => 'title' in remembered

/** Null if the id cannot come from a search. */
export function toRemembered(result: SearchResult): Remembered | null {
  const { id, category, title, trimmedText, foundTextProperties: found, startTime, attachment } = result
  if (!id.startsWith(`${category}:`)) return null
  if (category === 'none') return { id, title }
  const remembered = {
    id,
    excerpt: trimmedText,
    match: found?.textToFind ?? null,
    position: found?.startIndex ?? startTime ?? 0,
    page: attachment?.page ?? null,
  }
  return soughtOf(remembered) === null ? null : remembered
}

/** What to look for in the index. */
export type Sought = {
  readonly kind: EntryKind
  /** Null for a tag. */
  readonly subjectId: string | null
  readonly part: string
  readonly fileId: string | null
  /** Only for tags. */
  readonly folded: string
  readonly excerpt: string | null
  readonly position: number
  readonly page: number | null
}

const subjectKinds = new Set<string>([
  'workspace',
  'article',
  'draft',
  'paragraph',
  'articleNotes',
  'draftNotes',
  'articleVideo',
  'draftVideo',
] satisfies EntryKind[])

export const isText = (kind: EntryKind): boolean => kind.endsWith('Notes') || kind.endsWith('Video')

const maxInteger = 2 ** 31 - 1
/** As PostgreSQL stores it; clients send any. */
const toInteger = (value: number): number => Math.min(Math.max(0, value), maxInteger)

/** Null if the id is none of a search. */
export function soughtOf({ id, excerpt, position, page }: RememberedResult): Sought | null {
  const location = { excerpt, position: toInteger(position), page: page === null ? null : toInteger(page) }
  const [kind = '', subjectId = '', ...rest] = id.split(':')
  if (kind === 'tag') {
    const part = id.slice('tag:'.length)
    return { ...location, kind: 'tag', subjectId: null, part, fileId: null, folded: foldTitle(part) }
  }
  if (!subjectKinds.has(kind) || !isUuid(subjectId)) return null
  const last = rest.at(-1) ?? ''
  const fileId = kind.endsWith('Notes') && rest.length > 1 && isUuid(last) ? last : null
  const part = (fileId === null ? rest : rest.slice(0, -1)).join(':')
  return { ...location, kind: kind as EntryKind, subjectId, part, fileId, folded: '' }
}

/** The article or draft itself: shown if the text or paragraph no longer exists. Null for other kinds. */
export function subjectOf({ kind, subjectId }: Sought): Sought | null {
  if (kind === 'workspace' || kind === 'tag') return null
  const nothing = { part: '', fileId: null, folded: '', excerpt: null, position: 0, page: null }
  return { ...nothing, kind: kind.startsWith('draft') ? 'draft' : 'article', subjectId }
}
