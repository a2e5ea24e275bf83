/** The player on the screen, as far as comments need it: the moment they speak about, and the way back to it. */
import { useSyncExternalStore } from 'react'

export type PagePlayer = {
  /** Ms in article time. */
  readonly time: () => number
  readonly seek: (time: number) => unknown
}

let player: PagePlayer | null = null
/** Where a player that is on its way shall go. */
let asked: { readonly time: number; readonly until: number } | null = null
const listeners = new Set<() => void>()
/** Milliseconds that a wish waits for a player to come. */
const patienceMs = 15_000

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
  if (asked && Date.now() < asked.until) next.seek(asked.time)
  asked = null
  return () => {
    if (player === next) change(null)
  }
}

/** Brings the recording onto the screen; told whether the page has its player already. */
export type ShowRecording = (hasPlayer: boolean) => void

/** Seeks the player, now or when the recording has come onto the screen. */
export function seekRecording(time: number, showRecording: ShowRecording): void {
  if (player) player.seek(time)
  else asked = { time, until: Date.now() + patienceMs }
  showRecording(player !== null)
}

export const usePagePlayer = (): PagePlayer | null => useSyncExternalStore(subscribe, () => player)
