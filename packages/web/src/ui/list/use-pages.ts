import { useState } from 'react'
import { pageCount, rowsPerPage } from './page-range.ts'

type Pages<Row> = {
  /** The rows of the page. */
  readonly shown: readonly Row[]
  /** For `Paging`. */
  readonly paging: { count: number; page: number; onChange: (page: number) => void }
}

/** Divides a list into pages. Another `list`, such as another filter or order, begins with its first page. */
export function usePages<Row>(rows: readonly Row[], list = ''): Pages<Row> {
  const [at, setAt] = useState({ list, page: 1 })
  const page = Math.min(at.list === list ? at.page : 1, pageCount(rows.length))
  return {
    shown: rows.slice((page - 1) * rowsPerPage, page * rowsPerPage),
    paging: { count: rows.length, page, onChange: (next) => setAt({ list, page: next }) },
  }
}
