import { TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { ClearButton } from '../../ui/list/clear-button.tsx'
import * as texts from '../texts.ts'
import styles from './article-panel.module.css'

type ArticleFilterProps = { count: number; value: string; onChange: (value: string) => void; isWide?: boolean }

/** Filters the tree by title. */
export function ArticleFilter({ count, value, onChange, isWide = false }: ArticleFilterProps) {
  const label = texts.filterCountArticles(count)
  return (
    <TextInput
      type="search"
      size="sm"
      className={isWide ? styles.filterWide : styles.filter}
      value={value}
      aria-label={label}
      placeholder={label}
      leftSection={<IconFilter className="kr-icon-16" />}
      rightSectionPointerEvents="all"
      rightSection={value === '' ? null : <ClearButton label={texts.clearFilter} onClear={() => onChange('')} />}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
    />
  )
}
