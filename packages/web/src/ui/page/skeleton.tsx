import { useEffect, useState, type ReactNode } from 'react'
import * as texts from '../texts.ts'
import styles from './skeleton.module.css'

const skeletonDelayMs = 150

/** Renders its children only after a noticeable wait, to avoid flicker. */
export function AfterDelay({
  children,
  delay = skeletonDelayMs,
}: {
  children: ReactNode
  /** Milliseconds. */ delay?: number
}) {
  const [isLate, setLate] = useState(delay === 0)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), delay)
    return () => clearTimeout(timer)
  }, [delay])
  return isLate ? children : null
}

type SkeletonProps = { width?: number | string; height?: number | string; radius?: number | string }

/** A placeholder in the shape of the expected content. */
export function Skeleton({ width = '100%', height = 10, radius }: SkeletonProps) {
  return <span className={styles.block} style={{ width, height, borderRadius: radius }} />
}

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

/** Placeholder of a whole page while its code or data loads. */
export function PageSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label={texts.loading} className={styles.page}>
        <Skeleton width={180} height={20} />
        <Skeleton width={320} height={32} radius="var(--r-control)" />
        <div>
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className={styles.row} style={{ height: 48 }}>
              <Skeleton width={24} height={24} />
              <Skeleton width={`${(rowWidths[index] ?? 60) - 20}%`} />
            </div>
          ))}
        </div>
      </div>
    </AfterDelay>
  )
}
