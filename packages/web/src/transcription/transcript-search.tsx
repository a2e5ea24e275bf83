import { useMemo, useState, type RefObject } from 'react'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { findHits, type TranscriptModel, type WordRange } from './transcript-model.ts'
import * as texts from './texts.ts'
import type { TranscriptWordsHandle } from './words/transcript-words.tsx'
import styles from './transcript-search.module.css'

export type TranscriptSearchState = {
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly hits: readonly WordRange[]
  readonly hit: WordRange | null
  readonly index: number
  readonly go: (by: 1 | -1) => void
}

/** Finding words; each step scrolls to the hit. */
export function useTranscriptSearch(
  model: TranscriptModel,
  list: RefObject<TranscriptWordsHandle | null>,
): TranscriptSearchState {
  const [query, setQuery] = useState('')
  const [index, setIndex] = useState(0)
  const hits = useMemo(() => findHits(model.words, query), [model.words, query])
  const show = (next: number, found = hits) => {
    setIndex(next)
    const hit = found[next]
    if (hit) list.current?.scrollToWord(hit.from)
  }
  return {
    query,
    setQuery(next) {
      setQuery(next)
      show(0, findHits(model.words, next))
    },
    hits,
    hit: hits[Math.min(index, hits.length - 1)] ?? null,
    index: Math.min(index, Math.max(0, hits.length - 1)),
    go: (by) => hits.length > 0 && show((index + by + hits.length) % hits.length),
  }
}

export function TranscriptSearch({ search }: { search: TranscriptSearchState }) {
  const { query, hits, index } = search
  return (
    <TextInput
      className={styles.search}
      value={query}
      onChange={(event) => search.setQuery(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search.go(event.shiftKey ? -1 : 1)
        if (event.key === 'Escape' && query !== '') {
          event.stopPropagation()
          search.setQuery('')
        }
      }}
      placeholder={texts.findAWord}
      aria-label={texts.findAWord}
      maxLength={200}
      leftSection={<IconSearch className="kr-icon-16" />}
      rightSectionWidth={query === '' ? 0 : 132}
      rightSection={
        query !== '' && (
          <span className={styles.hits}>
            <span className="kr-num" role="status">
              {hits.length === 0 ? texts.noHits : texts.hitOf(index + 1, hits.length)}
            </span>
            {hits.length > 0 && (
              <>
                <ActionIcon variant="subtle" size={24} aria-label={texts.previousHit} onClick={() => search.go(-1)}>
                  <IconChevronUp />
                </ActionIcon>
                <ActionIcon variant="subtle" size={24} aria-label={texts.nextHit} onClick={() => search.go(1)}>
                  <IconChevronDown />
                </ActionIcon>
              </>
            )}
          </span>
        )
      }
    />
  )
}
