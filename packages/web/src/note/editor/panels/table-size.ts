export type TableSize = { readonly rows: number; readonly cols: number }

export const firstTableSize: TableSize = { rows: 2, cols: 2 }

/** The grid begins with so many rows and columns, and grows with the choice up to the most. */
const fewest = 5
const most = 10

/** One more than is chosen, so that there is always somewhere to go on to. */
export const gridSize = ({ rows, cols }: TableSize): TableSize => ({ rows: shown(rows), cols: shown(cols) })

const shown = (chosen: number): number => Math.min(most, Math.max(fewest, chosen + 1))

/** The choice after an arrow key; it stays inside the largest grid. */
export function stepTableSize({ rows, cols }: TableSize, key: string): TableSize {
  const within = (count: number): number => Math.min(most, Math.max(1, count))
  if (key === 'ArrowDown') return { rows: within(rows + 1), cols }
  if (key === 'ArrowUp') return { rows: within(rows - 1), cols }
  if (key === 'ArrowRight') return { rows, cols: within(cols + 1) }
  if (key === 'ArrowLeft') return { rows, cols: within(cols - 1) }
  return { rows, cols }
}
