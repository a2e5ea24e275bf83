import { useLocation } from '@tanstack/react-router'
import type { Ms } from '@knowreel/shared/video/play-map.ts'

/** The time that the URL requests (`?t=seconds`), as search results do; null for none. */
export const useRequestedTime = (): Ms | null => useLocation({ select: ({ searchStr }) => readTime(searchStr) })

function readTime(search: string): Ms | null {
  const seconds = Number.parseFloat(new URLSearchParams(search).get('t') ?? '')
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : null
}
