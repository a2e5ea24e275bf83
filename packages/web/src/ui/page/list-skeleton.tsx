import * as texts from '../texts.ts'
import { AfterDelay, Skeleton } from './skeleton.tsx'
import styles from './skeleton.module.css'

const rowWidths = [58, 74, 46, 66, 54, 70, 50]

/** Placeholder rows of a list or tree. `height` is that of one row in px. */
export function ListSkeleton({
  rows = 6,
  height = 32,
  label = texts.loading,
}: {
  rows?: number
  height?: number
  label?: string
}) {
  return (
    <AfterDelay>
      <div role="status" aria-label={label} className={styles.list}>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className={styles.row} style={{ height }}>
            <Skeleton width={16} height={16} />
            <Skeleton width={`${rowWidths[index % rowWidths.length]}%`} />
          </div>
        ))}
      </div>
    </AfterDelay>
  )
}
