export type TableSize = { readonly rows: number; readonly cols: number }

export const initialTableSize: TableSize = { rows: 2, cols: 2 }

/** Initial rows and columns of the grid; it grows with the choice up to the maximum. */
const minGridSize = 5
const maxGridSize = 10

/** One more than chosen, so that the choice can always grow. */
export const gridSize = ({ rows, cols }: TableSize): TableSize => ({ rows: gridExtent(rows), cols: gridExtent(cols) })

const gridExtent = (chosen: number): number => Math.min(maxGridSize, Math.max(minGridSize, chosen + 1))

/** The choice after an arrow key, limited to the largest grid. */
export function stepTableSize({ rows, cols }: TableSize, key: string): TableSize {
  const within = (count: number): number => Math.min(maxGridSize, Math.max(1, count))
  if (key === 'ArrowDown') return { rows: within(rows + 1), cols }
  if (key === 'ArrowUp') return { rows: within(rows - 1), cols }
  if (key === 'ArrowRight') return { rows, cols: within(cols + 1) }
  if (key === 'ArrowLeft') return { rows, cols: within(cols - 1) }
  return { rows, cols }
}
