import { useEffect } from 'react'
import { useLocation } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address follows what is on the screen; nobody went anywhere. */
    isFollowing?: boolean
  }
}

/** Closes what lies over a page when somebody goes to another one; not when the address only follows what plays. */
export function useCloseOnVisit(close: () => void): void {
  const pathname = useLocation({ select: (location) => location.pathname })
  const isFollowing = useLocation({ select: ({ state }) => state.isFollowing === true })
  useEffect(() => {
    if (!isFollowing) close()
  }, [pathname, isFollowing, close])
}
