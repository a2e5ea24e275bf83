import { useSyncExternalStore } from 'react'

const watch = (query: string) => ({
  subscribe: (listener: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  },
  read: () => matchMedia(query).matches,
})

const narrow = watch('(max-width: 992px)')
const phone = watch('(max-width: 599px)')
/** As in tokens.css, where the heights of controls and rows change. */
const fingers = watch('(max-width: 599px), (max-width: 992px) and (pointer: coarse)')

/** Under 992 px: burger menu, and panels are sheets. */
export const useNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.read)

/** Under 600 px: one column. */
export const usePhone = (): boolean => useSyncExternalStore(phone.subscribe, phone.read)

/** Rows and controls are 44 px high. */
export const useFingers = (): boolean => useSyncExternalStore(fingers.subscribe, fingers.read)
