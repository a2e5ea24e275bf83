import { useState } from 'react'
import type { Editor } from '@tiptap/core'
import * as texts from '../texts.ts'
import { CaretPopover } from './caret-popover.tsx'
import { initialTableSize, gridSize, stepTableSize, type TableSize } from './table-size.ts'
import styles from './panels.module.css'

/** Chooses the size of a new table, with the pointer or with the arrow keys and Enter. */
export function TableSizePopover({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [size, setSize] = useState<TableSize>(initialTableSize)
  const grid = gridSize(size)
  const words = `${size.rows} × ${size.cols}`
  const insert = ({ rows, cols }: TableSize) => {
    onClose()
    editor.chain().focus().insertTable({ rows, cols, withHeaderRow: true }).run()
  }
  return (
    <CaretPopover editor={editor} label={texts.tableSize} onClose={onClose}>
      <div
        className={styles.grid}
        role="slider"
        tabIndex={0}
        data-autofocus
        aria-label={texts.rowsColumns}
        aria-valuemin={1}
        aria-valuemax={100}
        aria-valuenow={size.rows * size.cols}
        aria-valuetext={texts.rowsAndColumns(size.rows, size.cols)}
        style={{ gridTemplateColumns: `repeat(${grid.cols}, 22px)` }}
        onPointerMove={({ target, pointerType }) => {
          const cell = pointerType === 'mouse' ? sizeAtCell(target) : null
          if (cell && (cell.rows !== size.rows || cell.cols !== size.cols)) setSize(cell)
        }}
        onClick={({ target }) => {
          const cell = sizeAtCell(target)
          if (cell) insert(cell)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault()
            return insert(size)
          }
          if (!event.key.startsWith('Arrow')) return
          event.preventDefault()
          setSize(stepTableSize(size, event.key))
        }}
      >
        {Array.from({ length: grid.rows * grid.cols }, (_, index) => {
          const rows = Math.floor(index / grid.cols) + 1
          const cols = (index % grid.cols) + 1
          const isOn = rows <= size.rows && cols <= size.cols
          return (
            <span
              key={`${rows}/${cols}`}
              className={styles.cell}
              data-on={isOn || undefined}
              data-rows={rows}
              data-cols={cols}
            />
          )
        })}
      </div>
      <span className={styles.title}>{words}</span>
    </CaretPopover>
  )
}

function sizeAtCell(target: EventTarget): TableSize | null {
  const { rows, cols } = target instanceof HTMLElement ? target.dataset : {}
  return rows === undefined || cols === undefined ? null : { rows: Number(rows), cols: Number(cols) }
}
