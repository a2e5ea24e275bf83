/** The visible player, as far as comments need it: its current time, and seeking to a comment's time. */
import { Store, useSelector } from '@tanstack/react-store'

export type PagePlayer = {
  /** Ms in article time. */
  readonly time: () => number
  readonly seek: (time: number) => unknown
}

const player = new Store<PagePlayer | null>(null)
/** Where a player that is still loading should seek. */
let pendingSeek: { readonly time: number; readonly until: number } | null = null
/** Milliseconds that a seek waits for a player. */
const seekTimeoutMs = 15_000

/** Registers the player of this page; returns a function that removes it. */
export function registerPlayer(next: PagePlayer): () => void {
  player.setState(() => next)
  if (pendingSeek && Date.now() < pendingSeek.until) next.seek(pendingSeek.time)
  pendingSeek = null
  return () => {
    if (player.state === next) player.setState(() => null)
  }
}

/** Brings the recording onto the screen; the argument says whether the page already has its player. */
export type ShowRecording = (hasPlayer: boolean) => void

/** Seeks the player, immediately or once the recording is visible. */
export function seekRecording(time: number, showRecording: ShowRecording): void {
  if (player.state) player.state.seek(time)
  else pendingSeek = { time, until: Date.now() + seekTimeoutMs }
  showRecording(player.state !== null)
}

export const usePagePlayer = (): PagePlayer | null => useSelector(player)
