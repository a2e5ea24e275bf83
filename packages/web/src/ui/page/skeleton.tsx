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

const rowWidths = [38, 54, 26, 46, 34, 50]

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
              <Skeleton width={`${rowWidths[index]}%`} />
            </div>
          ))}
        </div>
      </div>
    </AfterDelay>
  )
}
