import { Menu } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { SearchCategory } from '@knowreel/shared/search/search.calls.ts'
import { useState } from 'react'
import type { Search } from '../use-search.ts'
import * as texts from '../texts.ts'
import boxStyles from '../search-box.module.css'
import styles from './search-filters.module.css'

type CategoryFilterProps = {
  search: Search
  category: SearchCategory | null
  onChange: (category: SearchCategory | null) => void
}

/** All results, or those of one category; the numbers are those that are loaded. */
export function CategoryFilter({ search, category, onChange }: CategoryFilterProps) {
  const [remembered, setRemembered] = useState(search.groups)
  // Choosing a category hides the others.
  if (category === null && remembered !== search.groups) setRemembered(search.groups)
  // Earlier questions are no results.
  const all = remembered.filter((group) => group.category !== 'none')
  const sum = all.reduce((total, { results }) => total + results.length, 0)
  const choices = [
    { value: null, label: texts.categoryAll, count: sum, hasMore: all.some(({ hasMore }) => hasMore) },
    ...all.map(({ category: value, results, hasMore }) => ({
      value,
      label: texts.categoryFilters[value],
      count: results.length,
      hasMore,
    })),
  ]
  return (
    <div className={boxStyles.categories} role="group" aria-label={texts.results} data-scrolls-sideways>
      {choices.map(({ value, label, count, hasMore }) => (
        <button
          key={label}
          type="button"
          className={boxStyles.choice}
          aria-pressed={value === category}
          onClick={() => onChange(value)}
        >
          {label} <span className="kr-num">{hasMore ? `${count}+` : count}</span>
        </button>
      ))}
    </div>
  )
}

const filters = [
  { label: texts.inWorkspace, text: 'in:' },
  { label: texts.byAuthor, text: 'by:' },
  { label: texts.withTag, text: 'tag:' },
  { label: texts.videosOnly, text: 'type:video ' },
  { label: texts.notesOnly, text: 'type:notes ' },
  { label: texts.afterDate, text: 'after:' },
  { label: texts.beforeDate, text: 'before:' },
] as const

/** Filters are words of the query, so a chosen one is typed for the user. Here before anything is found. */
export function FilterHints({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <div className={styles.hints}>
      <p className="kr-second kr-muted">{texts.narrowTheSearch}</p>
      {filters.map(({ label, text }) => (
        <button key={text} type="button" tabIndex={-1} onClick={() => onChoose(text)}>
          <span>{label}</span>
          <code>{text.trim()}</code>
        </button>
      ))}
    </div>
  )
}

export function FilterMenu({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <button type="button" className={boxStyles.choice} aria-label={texts.addAFilter}>
          <IconFilter className="kr-icon-16" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {filters.map(({ label, text }) => (
          <Menu.Item key={text} rightSection={<code>{text.trim()}</code>} onClick={() => onChoose(text)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
