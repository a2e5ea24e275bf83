import { Pagination } from '@mantine/core'
import * as texts from '../texts.ts'
import { pageCount, rangeText } from './page-range.ts'
import styles from './paging.module.css'

type PagingProps = {
  /** Accessible name: "Pages of drafts". */
  label: string
  count: number
  /** Starts at 1. */
  page: number
  onChange: (page: number) => void
  perPage?: number
}

/** Shows the range of visible rows and links to the other pages; nothing if one page holds all. */
export function Paging({ label, count, page, onChange, perPage }: PagingProps) {
  const pages = pageCount(count, perPage)
  if (pages < 2) return null
  const shown = Math.min(page, pages)
  return (
    <nav aria-label={label} className={styles.pages}>
      <span className="kr-second kr-muted kr-num" role="status">
        {rangeText(shown, count, perPage)}
      </span>
      <Pagination
        total={pages}
        value={shown}
        onChange={onChange}
        getItemProps={(item) => ({ 'aria-label': texts.pageItem(item) })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? texts.nextPage : texts.previousPage })}
      />
    </nav>
  )
}
