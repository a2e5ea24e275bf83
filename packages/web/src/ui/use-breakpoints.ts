import { useSyncExternalStore } from 'react'

const createMediaQueryStore = (query: string) => ({
  subscribe: (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  },
  read: () => matchMedia(query).matches,
})

const narrowStore = createMediaQueryStore('(max-width: 992px)')
const phoneStore = createMediaQueryStore('(max-width: 599px)')
/** As in tokens.css, where the heights of controls and rows change. */
const touchStore = createMediaQueryStore('(max-width: 599px), (max-width: 992px) and (pointer: coarse)')

/** At any width, for example a tablet. */
const touchOnlyStore = createMediaQueryStore('(hover: none) and (pointer: coarse)')

/** Under 992 px: burger menu, and panels are sheets. */
export const useNarrow = (): boolean => useSyncExternalStore(narrowStore.subscribe, narrowStore.read)

/** Under 600 px: one column. */
export const usePhone = (): boolean => useSyncExternalStore(phoneStore.subscribe, phoneStore.read)

/** Rows and controls are 44 px high. */
export const useTouchLayout = (): boolean => useSyncExternalStore(touchStore.subscribe, touchStore.read)

/** A touch screen without a mouse, at any width. */
export const useTouchOnly = (): boolean => useSyncExternalStore(touchOnlyStore.subscribe, touchOnlyStore.read)
