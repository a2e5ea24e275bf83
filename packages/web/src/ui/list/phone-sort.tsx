import * as texts from '../texts.ts'
import { usePhone } from '../use-breakpoints.ts'
import { FilterButton } from './filter-button.tsx'
import type { Sort } from './list-sort.ts'

type PhoneSortProps<Name extends string> = {
  /** The column with the time of a row; on phones, its header is hidden. */
  column: NoInfer<Name>
  sort: Sort<Name>
  onSort: (sort: Sort<Name>) => void
}

const options = [
  { value: 'descending', label: texts.newestFirst },
  { value: 'ascending', label: texts.oldestFirst },
] as const

/** The order of a list by time, among its tools; only on phones, where tables show no header to click. */
export function PhoneSort<Name extends string>({ column, sort, onSort }: PhoneSortProps<Name>) {
  const isPhone = usePhone()
  if (!isPhone) return null
  return (
    <FilterButton
      label={texts.sort}
      isRequired
      value={sort.column === column ? sort.direction : null}
      options={options}
      onChange={(direction) => direction && onSort({ column, direction })}
    />
  )
}
