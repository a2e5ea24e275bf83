import { useMemo, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { truncateTag } from '@knowreel/shared/article/tags.rules.ts'
import type { FinderResult } from '@knowreel/shared/group/finder.calls.ts'
import { filterAt, type SearchFilter, type TypedFilter } from '@knowreel/shared/search/search-query.ts'
import { tagsQuery } from '../../article/index.ts'
import { useHasCompanyAccess } from '../../company/index.ts'
import { normalizeForSearch } from '../../ui/normalize-for-search.ts'
import { workspacesQuery } from '../../workspace/index.ts'
import { searchPeople } from '../../writing/index.ts'
import * as texts from '../texts.ts'

const debounceMs = 200
const maxNames = 8

/** A value of a filter that is offered while its beginning is typed. */
export type FilterName = {
  readonly key: string
  readonly value: string
  readonly label: string
  readonly detail?: string
}

export type OfferedNames = { readonly title: string; readonly names: readonly FilterName[] }

const peopleQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', 'people', text],
    queryFn: ({ signal }) => searchPeople(text, signal),
    // A dot or two would resolve to another URL.
    enabled: !/^\.{1,2}$/.test(text),
    meta: { isErrorShown: true },
  })

const titles: Record<SearchFilter, string> = {
  in: texts.inWorkspace,
  by: texts.byAuthor,
  tag: texts.withTag,
  type: texts.ofType,
  after: texts.afterDate,
  before: texts.beforeDate,
}

type Offer = {
  /** The filter that is being typed. */
  readonly filter: TypedFilter | null
  readonly offered: OfferedNames | null
  readonly activeAt: number
  readonly activate: (at: number) => void
  /** Until something else is typed. */
  readonly dismiss: () => void
}

/** The names that complete the filter at the caret, of which one is chosen. */
export function useOfferedNames(typed: string, caret: number): Offer {
  const [dismissed, setDismissed] = useState<string | null>(null)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const filter = useMemo(() => (typed === dismissed ? null : filterAt(typed, caret)), [typed, caret, dismissed])
  const offered = useFilterNames(filter)
  const chosenAt = offered?.names.findIndex(({ key }) => key === activeKey) ?? -1
  return {
    filter,
    offered,
    activeAt: Math.max(0, chosenAt),
    activate: (at) => setActiveKey(offered?.names[at]?.key ?? null),
    dismiss: () => setDismissed(typed),
  }
}

/** Null when there are none. */
function useFilterNames(filter: TypedFilter | null): OfferedNames | null {
  const hasAccess = useHasCompanyAccess()
  const [settled] = useDebouncedValue(filter, debounceMs)
  const isFor = (name: SearchFilter) => hasAccess && filter?.name === name
  const textFor = (name: SearchFilter) => (settled?.name === name ? settled.value.trim() : '')
  const workspaces = useQuery({ ...workspacesQuery, enabled: isFor('in') })
  const people = peopleQuery(textFor('by'))
  const foundPeople = useQuery({
    ...people,
    enabled: isFor('by') && settled?.name === 'by' && people.enabled === true,
    placeholderData: keepPreviousData,
  })
  const tags = tagsQuery(truncateTag(textFor('tag')))
  const foundTags = useQuery({
    ...tags,
    enabled: isFor('tag') && tags.enabled === true,
    placeholderData: keepPreviousData,
  })
  if (filter === null) return null
  const found = {
    in: () => (workspaces.data?.items ?? []).filter(({ isArchived }) => !isArchived).map(workspaceName),
    by: () => (foundPeople.data ?? []).map(personName),
    tag: () => (foundTags.data ?? []).map((tag): FilterName => ({ key: tag, value: tag, label: tag })),
    type: () => types,
    after: times,
    before: times,
  }[filter.name]()
  // The server also finds people by their address. Until it has responded, the former names are narrowed down.
  const isAnswered =
    settled?.value === filter.value &&
    ((filter.name === 'by' && !foundPeople.isPlaceholderData) ||
      (filter.name === 'tag' && !foundTags.isPlaceholderData))
  const names = (isAnswered ? found : fitting(found, filter.value)).slice(0, maxNames)
  const isComplete = names.length === 1 && names[0]?.value === filter.value
  return names.length === 0 || isComplete ? null : { title: titles[filter.name], names }
}

const workspaceName = ({ id, title }: { id: string; title: string }): FilterName => ({
  key: id,
  value: title,
  label: title,
})

const personName = ({ id, name, email }: FinderResult): FilterName => ({
  key: id,
  value: name,
  label: name,
  ...(email !== null && { detail: email }),
})

const types: readonly FilterName[] = [
  { key: 'video', value: 'video', label: texts.videos, detail: 'type:video' },
  { key: 'notes', value: 'notes', label: texts.notes, detail: 'type:notes' },
]

const dayMs = 86_400_000

/** Days are those of UTC, as the server reads them. */
function times(): FilterName[] {
  return texts.timesAgo.map(({ days, label }) => {
    const value = new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
    return { key: value, value, label, detail: value }
  })
}

/** Those that contain the text, in lower case and without accents; those that begin with it first. */
function fitting(names: readonly FilterName[], typed: string): FilterName[] {
  const text = normalizeForSearch(typed)
  const rankOf = ({ label, value, detail }: FilterName) => {
    const words = [label, value, detail ?? ''].map(normalizeForSearch)
    return words.some((word) => word.startsWith(text)) ? 0 : words.some((word) => word.includes(text)) ? 1 : 2
  }
  return names.filter((name) => rankOf(name) < 2).toSorted((a, b) => rankOf(a) - rankOf(b))
}
