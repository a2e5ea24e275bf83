/** Queries in PostgreSQL's notation (`tsquery`), made of the same terms as the index. Pure. */
import type { QueryUnit } from '@knowreel/shared/search/search-query.ts'
import { transpositionsOf } from '@knowreel/shared/search/search-terms.ts'
import { quoteTerm, TITLE_MARK } from '../index/search-vector.ts'

/** A shorter beginning of a word matches too much of a text. */
const minPrefixLength = 3

type Options = {
  /** The vectors of texts contain the terms of their title under a mark of their own. */
  readonly isInTitle?: boolean
  /** Default: the length from which a beginning is worth looking for in texts. */
  readonly prefixLength?: number
}

/** All units, in any order. Each may be in the title, but at least one is in the text itself. */
export function allInText(units: readonly QueryUnit[]): string {
  if (units.length === 1) return units.map((unit) => ofUnit(unit)).join('')
  const each = units.map((unit) => `(${ofUnit(unit)} | ${ofUnit(unit, { isInTitle: true })})`)
  return `${each.join(' & ')} & (${units.map((unit) => ofUnit(unit)).join(' | ')})`
}

/** All units, in any order; the last may be begun only. */
export const allInTitle = (units: readonly QueryUnit[]): string =>
  units.map((unit) => ofUnit(unit, { prefixLength: 1 })).join(' & ')

/** All units, in any order, each as it is written or with two letters in the right order. */
export const allMistyped = (units: readonly QueryUnit[]): string =>
  units.map((unit) => `(${[ofUnit(unit, { prefixLength: 1 }), ...mistyped(unit)].join(' | ')})`).join(' & ')

/** Swapping letters in shorter words would match different words. */
const minMistypedLength = 5

function mistyped({ kind, terms: [word = ''] }: QueryUnit): string[] {
  return kind === 'word' && [...word].length >= minMistypedLength ? transpositionsOf(word).map(quoteTerm) : []
}

/** The unit in a text or in its title. */
export const anywhere = (unit: QueryUnit): string => `(${ofUnit(unit)} | ${ofUnit(unit, { isInTitle: true })})`

/** The unit in a text. */
export function ofUnit(unit: QueryUnit, { isInTitle = false, prefixLength = minPrefixLength }: Options = {}): string {
  const quote = (term: string) => quoteTerm(isInTitle ? TITLE_MARK + term : term)
  const [first = ''] = unit.terms
  if (unit.kind === 'pair') {
    if (unit.terms.length > 1) return `(${unit.terms.map(quote).join(isInTitle ? ' & ' : ' <-> ')})`
    return [...first].length === 1 ? `${quote(first)}:*` : quote(first)
  }
  const choices = [...unit.terms, ...unit.stems].map(quote)
  if (unit.kind === 'word' && unit.isLast && first.length >= prefixLength) choices.push(`${quote(first)}:*`)
  if (unit.parts.length > 0) choices.push(`(${unit.parts.map(quote).join(' & ')})`)
  return `(${choices.join(' | ')})`
}

/** For questions, each pair of characters counts for itself, so that a text needs only some of them. */
export const splitPairs = (units: readonly QueryUnit[]): QueryUnit[] =>
  units.flatMap((unit) => (unit.kind === 'pair' ? unit.terms.map((term) => ({ ...unit, terms: [term] })) : [unit]))
