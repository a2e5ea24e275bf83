import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The URL changes with the content on the screen, without a navigation. */
    isFollowing?: boolean
  }
}

/** Closes overlays when another page is opened; not when the URL only follows playback. */
export function useCloseOnNavigation(close: () => void): void {
  const pathname = useLocation({ select: (location) => location.pathname })
  const isFollowing = useLocation({ select: ({ state }) => state.isFollowing === true })
  useEffect(() => {
    if (!isFollowing) close()
  }, [pathname, isFollowing, close])
}
