import { Fragment, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { ActionIcon, Menu } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconDots } from '@tabler/icons-react'
import { nextSort, type Sort } from './list-sort.ts'
import { AfterDelay, Skeleton } from '../page/skeleton.tsx'
import { useNarrow, usePhone } from '../use-breakpoints.ts'
import * as texts from '../texts.ts'
import styles from './data-table.module.css'

export type Column<Row, Name extends string = string> = {
  name: Name
  title: string
  /** The column title is visible to screen readers only. */
  isTitleHidden?: boolean
  cell: (row: Row) => ReactNode
  /** CSS width; columns without one share the rest. */
  width?: number | string
  align?: 'right'
  isSortable?: boolean
  /** Direction of the first click on the column header. */
  initialDirection?: Sort['direction']
  /** Hides the column on narrow screens: `tablet` under 992 px, `phone` under 600. */
  hideBelow?: 'tablet' | 'phone'
}

type DataTableProps<Row, Name extends string> = {
  /** Accessible name; the visible title is above the table. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row, Name>[]
  rowKey: (row: Row) => string
  sort?: Sort<Name> | null
  onSort?: (sort: Sort<Name>) => void
  /**
   * Called for a click anywhere in a row. The first cell must contain a link or button with the same target, for the
   * keyboard.
   */
  onOpen?: (row: Row, event: MouseEvent) => void
  /** Rows that cannot be opened; without it, all can. */
  isOpenable?: (row: Row) => boolean
  /** Menu.Item elements; null for a row without a menu. */
  menu?: (row: Row) => ReactNode
  /** Accessible name of the row's menu button: "Actions for Support runbooks". */
  menuLabel?: (row: Row) => string
  /** Shown below the row, as wide as the table; null for nothing. */
  details?: (row: Row) => ReactNode
  isLoading?: boolean
  /** Shown below the header if there are no rows. */
  empty?: ReactNode
  /** 64 for rows with an image. */
  rowHeight?: 48 | 64
}

export function DataTable<Row, Name extends string = string>(props: DataTableProps<Row, Name>) {
  const { label, rows, rowKey, menu, isLoading = false, empty, rowHeight = 48 } = props
  const isNarrow = useNarrow()
  const isPhone = usePhone()
  const columns = props.columns.filter(({ hideBelow }) => !(hideBelow === 'phone' ? isPhone : hideBelow && isNarrow))
  if (!isLoading && rows.length === 0 && empty) return empty
  return (
    <table
      className={styles.table}
      aria-label={label}
      aria-busy={isLoading}
      data-height={rowHeight}
      onKeyDown={moveBetweenRows}
    >
      <thead>
        <tr>
          {columns.map((column) => (
            <HeaderCell key={column.name} column={column} sort={props.sort ?? null} onSort={props.onSort} />
          ))}
          {menu && (
            <th className={styles.actions}>
              <span className="kr-sr">{texts.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {isLoading ? (
          <LoadingRows columns={columns.length + (menu ? 1 : 0)} />
        ) : (
          rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <TableRow row={row} {...props} columns={columns} />
              <DetailsRow columns={columns.length + (menu ? 1 : 0)}>{props.details?.(row)}</DetailsRow>
            </Fragment>
          ))
        )}
      </tbody>
    </table>
  )
}

type HeaderCellProps<Row, Name extends string> = {
  column: Column<Row, Name>
  sort: Sort<Name> | null
  onSort?: (sort: Sort<Name>) => void
}

function HeaderCell<Row, Name extends string>({ column, sort, onSort }: HeaderCellProps<Row, Name>) {
  const direction = sort?.column === column.name ? sort.direction : undefined
  const Arrow = direction === 'ascending' ? IconChevronUp : IconChevronDown
  return (
    <th
      scope="col"
      style={{ width: column.width }}
      data-align={column.align}
      aria-sort={column.isSortable ? (direction ?? 'none') : undefined}
    >
      {column.isSortable && onSort ? (
        <button
          type="button"
          className={styles.sort}
          data-on={direction !== undefined || undefined}
          onClick={() => onSort(nextSort(sort, column.name, column.initialDirection))}
        >
          {column.title}
          <Arrow className="kr-icon-14" />
        </button>
      ) : column.isTitleHidden ? (
        <span className="kr-sr">{column.title}</span>
      ) : (
        column.title
      )}
    </th>
  )
}

function TableRow<Row, Name extends string>({
  row,
  columns,
  onOpen,
  isOpenable,
  menu,
  menuLabel,
}: DataTableProps<Row, Name> & { row: Row }) {
  const items = menu?.(row)
  const mayOpen = onOpen !== undefined && (isOpenable?.(row) ?? true)
  const open = (event: MouseEvent<HTMLElement>) => {
    const isOnControl =
      (event.target as Element).closest('a, button, input, label, [role="menuitem"], [data-no-open]') !== null
    const isSelecting = window.getSelection()?.isCollapsed === false
    if (mayOpen && !isOnControl && !isSelecting) onOpen(row, event)
  }
  return (
    <tr data-openable={mayOpen || undefined} onClick={open} onAuxClick={(event) => event.button === 1 && open(event)}>
      {columns.map((column, index) => (
        <td key={column.name} data-align={column.align} data-first={index === 0 || undefined}>
          {column.cell(row)}
        </td>
      ))}
      {menu && (
        <td className={styles.actions} data-no-open>
          {items && (
            <Menu>
              <Menu.Target>
                <ActionIcon className={styles.menu} aria-label={menuLabel?.(row) ?? texts.actions}>
                  <IconDots />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>{items}</Menu.Dropdown>
            </Menu>
          )}
        </td>
      )}
    </tr>
  )
}

function DetailsRow({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null
  return (
    <tr data-details>
      <td colSpan={columns}>{children}</td>
    </tr>
  )
}

function LoadingRows({ columns }: { columns: number }) {
  return (
    <AfterDelay>
      {Array.from({ length: 6 }, (_, row) => (
        <tr key={row} data-skeleton>
          {Array.from({ length: columns }, (__, column) => (
            <td key={column}>
              {column < columns - 1 && <Skeleton width={`${column === 0 ? 70 - (row % 3) * 12 : 60}%`} />}
            </td>
          ))}
        </tr>
      ))}
    </AfterDelay>
  )
}

/** J and K, or the arrow keys, move between the rows by their first link or button. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  const isDown = event.key === 'j' || event.key === 'ArrowDown'
  const isUp = event.key === 'k' || event.key === 'ArrowUp'
  const target = event.target as HTMLElement
  if (
    (!isDown && !isUp) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target.closest('input, textarea, [contenteditable]')
  )
    return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('tbody tr')].map((row) =>
    row.querySelector<HTMLElement>('a, button'),
  )
  const here = stops.findIndex((stop) => stop?.closest('tr') === target.closest('tr'))
  const next = stops[isDown ? here + 1 : Math.max(here - 1, 0)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
