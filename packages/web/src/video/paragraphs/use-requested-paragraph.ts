/**
 * The URL and the player follow each other. A request (an opened link, a paragraph chosen in the sidebar, back and
 * forward) moves the player; where the player has been for a while is reported, so that the URL can follow. A reported
 * position that returns as a URL must not move the player again.
 */
import { useEffect, useRef } from 'react'
import type { ParagraphPosition } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { MediaPlayer, PlayerState } from '../player/media-player.ts'

export type RequestedParagraph = {
  /** Null for the start. */
  readonly paragraphId: string | null
  /** Takes precedence over the paragraph. */
  readonly time?: Ms | null
  /** A different key is a new request, even for the same paragraph. */
  readonly key: string
}

const urlUpdateDelayMs = 500

type RequestedParagraphInput = {
  requested: RequestedParagraph
  position: ParagraphPosition | undefined
  player: MediaPlayer | null
  play: PlayerState['play'] | undefined
  currentId: string | null
  /** Something was played or chosen; until then the URL stays as it was opened. */
  hasMoved: boolean
  onParagraph: (id: string) => void
}

export function useRequestedParagraph(following: RequestedParagraphInput): void {
  const { requested, position, player, play, currentId, hasMoved, onParagraph } = following
  const shownKey = useRef(requested.key)
  const reportedId = useRef(requested.paragraphId)
  const isReported = useRef(false)

  useEffect(() => {
    if (requested.key === shownKey.current || !player) return
    shownKey.current = requested.key
    const isOwn = reportedId.current === requested.paragraphId && isReported.current
    isReported.current = false
    reportedId.current = requested.paragraphId
    const start = requested.time ?? position?.start
    if (start !== undefined && !isOwn) void player.seek(start)
  }, [requested, position, player])

  const isPlaying = play === 'playing'
  useEffect(() => {
    if (currentId === null || currentId === reportedId.current || (!isPlaying && !hasMoved)) return
    const timer = setTimeout(() => {
      reportedId.current = currentId
      isReported.current = true
      onParagraph(currentId)
    }, urlUpdateDelayMs)
    return () => clearTimeout(timer)
  }, [currentId, isPlaying, hasMoved, onParagraph])
}
