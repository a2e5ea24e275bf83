import { Pagination } from '@mantine/core'
import { pagesOf, rangeText } from './page-range.ts'
import styles from './paging.module.css'

type PagingProps = {
  /** Read out by screen readers: "Pages of drafts". */
  label: string
  count: number
  /** From 1. */
  page: number
  onChange: (page: number) => void
}

/** Which rows of how many stand here, and the other pages; nothing where one page holds all. */
export function Paging({ label, count, page, onChange }: PagingProps) {
  const pages = pagesOf(count)
  if (pages < 2) return null
  const shown = Math.min(page, pages)
  return (
    <nav aria-label={label} className={styles.pages}>
      <span className="kr-second kr-muted kr-num" role="status">
        {rangeText(shown, count)}
      </span>
      <Pagination
        total={pages}
        value={shown}
        onChange={onChange}
        getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        getControlProps={(control) => ({ 'aria-label': control === 'next' ? 'Next page' : 'Previous page' })}
      />
    </nav>
  )
}
