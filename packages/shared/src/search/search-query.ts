/**
 * A typed search: words, and filters such as `in:"Support runbooks" by:ines tag:vpn type:video
 * after:2026-11-01 before:2026-12-01`. A value with spaces is in quotes, where a quotation mark is written twice.
 */
import { foldText, isSemitic, queryStemsOf, STEM_MARK, tokenize, type SearchToken } from './search-terms.ts'

export const maxQueryLength = 500
/** Further results of a category are never read. */
export const maxResultsPerCategory = 1000
/** Further words are ignored. */
const maxUnits = 24

export const searchFilters = ['in', 'by', 'tag', 'type', 'after', 'before'] as const
export type SearchFilter = (typeof searchFilters)[number]

/** One word, or one run of a script without spaces. */
export type QueryUnit = {
  /** The whole words or pairs, in their order. Those of a joined word are alternatives to its parts. */
  readonly terms: readonly string[]
  readonly parts: readonly string[]
  readonly stems: readonly string[]
  readonly kind: SearchToken['kind']
  /** The person may still be typing it. */
  readonly isLast: boolean
}

export type SearchQuery = {
  /** Without the filters. */
  readonly text: string
  readonly units: readonly QueryUnit[]
  readonly filters: Readonly<Partial<Record<SearchFilter, string>>>
}

/** A value in quotes that is still being typed has no end. A filter at the end may still lack its value. */
const filterPattern =
  /(?<=^|\s)(?<name>in|by|tag|type|after|before):(?:"(?<quoted>(?:[^"]|"")*)(?:"|$)|(?<plain>[^\s"]\S*)|$)/giu

export function parseSearchQuery(typed: string): SearchQuery {
  const filters: Partial<Record<SearchFilter, string>> = {}
  const text = typed
    .slice(0, maxQueryLength)
    .replaceAll(filterPattern, (...match) => {
      const { name, quoted, plain } = match.at(-1) as FilterGroups
      const value = quoted?.replaceAll('""', '"') ?? plain
      if (value !== undefined) filters[name.toLowerCase() as SearchFilter] = value.trim()
      return ' '
    })
    .replaceAll(/\s+/gu, ' ')
  const isComplete = /\s$/u.test(text)
  return { text: text.trim(), units: unitsOf(text, isComplete), filters }
}

type FilterGroups = { readonly name: string; readonly quoted?: string; readonly plain?: string }

/** As it is typed: `tag:vpn`, `in:"Support runbooks"`. */
export const formatFilter = (name: SearchFilter, value: string): string =>
  `${name}:${/[\s"]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value}`

export type TypedFilter = Range & {
  readonly name: SearchFilter
  /** The beginning of its value, up to the caret. */
  readonly value: string
}

/**
 * The filter whose value is being typed at the caret (UTF-16 offset); null elsewhere, and behind a closed quote. Without
 * one, the words behind the caret are the rest of the query.
 */
export function filterAt(typed: string, caret: number): TypedFilter | null {
  for (const match of typed.slice(0, maxQueryLength).matchAll(filterPattern)) {
    const { name, quoted, plain } = match.groups as FilterGroups
    const [start, end] = [match.index, match.index + match[0].length]
    const valueStart = start + name.length + 1 + (quoted === undefined ? 0 : 1)
    const valueEnd = valueStart + (quoted ?? plain ?? '').length
    if (caret < valueStart || caret > valueEnd) continue
    const value = typed.slice(valueStart, caret)
    return {
      name: name.toLowerCase() as SearchFilter,
      value: quoted === undefined ? value : value.replaceAll('""', '"'),
      start,
      end: quoted === undefined || end > valueEnd ? end : caret,
    }
  }
  return null
}

function unitsOf(text: string, isComplete: boolean): QueryUnit[] {
  const units: QueryUnit[] = []
  const tokens = tokenize(text)
  for (let index = 0; index < tokens.length && units.length < maxUnits;) {
    const first = tokens[index]
    if (first === undefined) break
    const group = [first]
    while (belongsTo(group, tokens[index + group.length])) group.push(tokens[index + group.length] as SearchToken)
    index += group.length
    units.push(toUnit(group, !isComplete && index >= tokens.length))
  }
  return units
}

/** Whether the token continues a run of pairs, or is a part of the joined word before it. */
function belongsTo(group: readonly SearchToken[], token: SearchToken | undefined): boolean {
  const [first, last] = [group[0], group.at(-1)]
  if (token === undefined || first === undefined || last === undefined) return false
  if (first.joined === 'whole') return token.joined === 'part' && token.end <= first.end
  return first.kind === 'pair' && token.kind === 'pair' && token.start < last.end
}

function toUnit(group: readonly SearchToken[], isLast: boolean): QueryUnit {
  const [first] = group as [SearchToken]
  const terms = group.map(({ term }) => term)
  if (first.kind === 'word') {
    const [whole = '', ...parts] = terms
    return { terms: [whole], parts, stems: queryStemsOf(whole), kind: 'word', isLast }
  }
  // The last character of a run is separate, unless the run is only that character.
  const pairs = first.kind === 'pair' && terms.length > 1 ? terms.slice(0, -1) : terms
  return { terms: pairs, parts: [], stems: [], kind: first.kind, isLast }
}

/**
 * Questions and queries of five or more words rank texts by their rare words; shorter queries need all words. A single
 * run of a script without spaces needs a question mark, because it may be one long word.
 */
export function isQuestion({ text, units }: SearchQuery): boolean {
  const count = units.reduce((sum, { terms }) => sum + terms.length, 0)
  return count > 1 && (/[?？؟;]\s*$/u.test(text) || (units.length > 1 && count >= 5))
}

export type Range = { readonly start: number; readonly end: number }

export type Match = Range & {
  /** First terms of the query's words that match here; pairs of characters in scripts without spaces. */
  readonly terms: readonly string[]
}

/** Where the words of the query are in the text (UTF-16 offsets), in their order and without overlaps. */
export function findMatches(text: string, query: SearchQuery, limit = 50): Match[] {
  const { units } = query
  if (units.length === 0) return []
  const match = createMatcher(units)
  const matches: Match[] = []
  for (const token of tokenize(text)) {
    const term = match(token)
    if (term === null) continue
    const { start, end } = token
    const last = matches.at(-1)
    if (last !== undefined && start < last.end) {
      matches[matches.length - 1] = { ...last, end: Math.max(end, last.end), terms: [...last.terms, term] }
      continue
    }
    if (matches.length === limit) break
    matches.push({ start, end, terms: [term] })
  }
  return matches
}

/** Returns the term of the query that a token of a text matches. */
function createMatcher(units: readonly QueryUnit[]): (token: SearchToken) => string | null {
  const words = new Map<string, string>()
  const stems = new Map<string, string>()
  const prefixes: string[] = []
  // Other forms of a word have the same beginning, but for those with articles and prepositions in front.
  const beginnings = new Set<string>()
  for (const { terms, parts, stems: ofUnit, kind, isLast } of units) {
    const [first = ''] = terms
    for (const term of [...terms, ...parts]) words.set(term, kind === 'pair' ? term : first)
    for (const stem of ofUnit) {
      stems.set(stem, first)
      beginnings.add(stem.charAt(STEM_MARK.length))
    }
    if (kind === 'pair' && terms.length === 1 && [...first].length === 1) prefixes.push(first)
    else if (kind === 'word' && isLast && first.length > 1) prefixes.push(first)
  }
  const mayHaveStem = (term: string) => beginnings.has(term.charAt(0)) || isSemitic(term)
  return ({ term, kind }) => {
    const found = words.get(term) ?? prefixes.find((prefix) => term.startsWith(prefix))
    if (found !== undefined) return found
    if (kind !== 'word' || !mayHaveStem(term)) return null
    for (const stem of queryStemsOf(term)) {
      const unit = stems.get(stem)
      if (unit !== undefined) return unit
    }
    return null
  }
}

export const isEmptyQuery = (typed: string): boolean => ['', '.', '..'].includes(typed.trim())

/** Titles are compared in this form. */
export const foldTitle = (title: string): string => foldText(title).trim()
