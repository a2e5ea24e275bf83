import { useSyncExternalStore } from 'react'
import { formatFullTime, formatRelative } from './time-format.ts'

const minuteMs = 60_000

/** All relative times of a page share one clock. */
const minuteClock = {
  subscribe: (listener: () => void): (() => void) => {
    const timer = setInterval(listener, minuteMs / 2)
    return () => clearInterval(timer)
  },
  read: () => Math.floor(Date.now() / (minuteMs / 2)),
}

type RelativeTimeProps = {
  time: string
  className?: string
  /** For times that are long ago. */
  format?: (time: string) => string
}

/** "a minute ago", with the full time on hover. */
export function RelativeTime({ time, className, format = formatRelative }: RelativeTimeProps) {
  useSyncExternalStore(minuteClock.subscribe, minuteClock.read)
  return (
    <time dateTime={time} title={formatFullTime(time)} className={className}>
      {format(time)}
    </time>
  )
}
