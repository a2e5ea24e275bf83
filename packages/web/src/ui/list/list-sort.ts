export type Sort<Column extends string = string> = { column: Column; direction: 'ascending' | 'descending' }

/** A click on the sorted column header reverses the order; a click on another sorts by it. */
export function nextSort<Column extends string>(
  sort: Sort<Column> | null,
  column: Column,
  first: Sort['direction'] = 'ascending',
): Sort<Column> {
  if (sort?.column !== column) return { column, direction: first }
  return { column, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

/** Sorts by the values of `read`: words by locale, numbers by size. Stable for equal rows. */
export function sortRows<Row>(
  rows: readonly Row[],
  direction: Sort['direction'],
  read: (row: Row) => string | number,
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((one, other) => {
    const a = read(one)
    const b = read(other)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  })
}
