/** The player on the screen, as far as comments need it: the moment they speak about, and the way back to it. */
import { useSyncExternalStore } from 'react'

export type PagePlayer = {
  /** Ms in article time. */
  readonly time: () => number
  readonly seek: (time: number) => unknown
}

let player: PagePlayer | null = null
const listeners = new Set<() => void>()

function change(next: PagePlayer | null): void {
  player = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells of the player of this page; what is returned takes it away again. */
export function offerPlayer(next: PagePlayer): () => void {
  change(next)
  return () => {
    if (player === next) change(null)
  }
}

export const readPagePlayer = (): PagePlayer | null => player
export const usePagePlayer = (): PagePlayer | null => useSyncExternalStore(subscribe, () => player)
