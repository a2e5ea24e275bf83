/** Texts as PostgreSQL indexes them: our own terms, none of its parsers or dictionaries. */
import { stemsOf, tokenize } from '@knowreel/shared/search/search-terms.ts'

/** Terms of the title in the vector of a text, so that words may be spread over title and text. */
export const TITLE_MARK = '^'
/** PostgreSQL keeps no higher position. */
const maxPosition = 16_383
/** More positions make the vector larger and no result better. */
const maxPositions = 30
const maxStemPositions = 4

/** Whole words weigh more than stems. */
const weights = { whole: 'A', titleWord: 'B', stem: 'D' } as const

/** The text of a tsvector. */
export function toSearchVector(text: string, title = ''): string {
  const positions = new Map<string, { weight: string; at: number[] }>()
  const add = (term: string, position: number, weight: string, limit: number) => {
    if (term === '') return
    const known = positions.get(term)
    if (known === undefined) positions.set(term, { weight, at: [Math.min(position, maxPosition)] })
    else if (known.at.length < limit && position <= maxPosition) known.at.push(position)
  }
  for (const { term, position, kind } of tokenize(text)) {
    add(term, position, weights.whole, maxPositions)
    if (kind === 'word') for (const stem of stemsOf(term)) add(stem, position, weights.stem, maxStemPositions)
  }
  for (const { term, kind } of tokenize(title)) {
    add(TITLE_MARK + term, 1, weights.titleWord, 1)
    if (kind === 'word') for (const stem of stemsOf(term)) add(TITLE_MARK + stem, 1, weights.stem, 1)
  }
  return Array.from(positions, ([term, { weight, at }]) => {
    const lexemePositions = [...new Set(at)].map((position) => `${position}${weight}`).join(',')
    return `${quoteTerm(term)}:${lexemePositions}`
  }).join(' ')
}

export const quoteTerm = (term: string): string => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
