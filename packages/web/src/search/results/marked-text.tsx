import { Fragment } from 'react'
import { findMatches, type SearchQuery } from '@knowreel/shared/search/search-query.ts'

/** The text with the words of the query marked. */
export function MarkedText({ text, query }: { text: string; query: SearchQuery }) {
  const matches = findMatches(text, query)
  return matches
    .map(({ start, end }, index) => (
      <Fragment key={start}>
        {text.slice(matches[index - 1]?.end ?? 0, start)}
        <mark>{text.slice(start, end)}</mark>
        {index === matches.length - 1 && text.slice(end)}
      </Fragment>
    ))
    .concat(matches.length === 0 ? [<Fragment key="all">{text}</Fragment>] : [])
}
