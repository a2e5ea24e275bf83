import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { articleDuration, articleMap, findParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { isSameMap, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { api } from '../../../platform/api/api.ts'
import type { AddressOf, TrimRange, UsedPlayer, VideoDesk } from '../../../video/index.ts'
import { useDraft, type Editing } from '../editing.ts'
import type { Paragraphs } from './use-paragraphs.ts'

/** What a player requires, typed so that code loaded only for recordings can hold it. */
export type PlayerHold = {
  readonly map: PlayMap
  readonly addressOf: AddressOf
  readonly onUsed: (used: UsedPlayer | null) => void
}

type UsedDesk = {
  /** Null until the player is loaded. */
  readonly desk: VideoDesk | null
  readonly hold: PlayerHold
}

/** Shared by sidebar, player and timeline of a draft: its paragraphs and one player. */
export function useVideoDesk({ draftId, store }: Editing, paragraphs: Paragraphs): UsedDesk {
  const { tree, change, undo, redo } = paragraphs
  const [used, setUsed] = useState<UsedPlayer | null>(null)
  const [selectedId, select] = useState<string | null>(null)
  const [trim, setTrim] = useState<TrimRange | null>(null)
  const { videos, addVideo } = useKnownVideos(useDraft(store, ({ article }) => article.videos))
  const map = useSteadyMap(useMemo(() => articleMap(tree), [tree]))
  const duration = articleDuration(tree)

  const known = useRef(videos)
  useEffect(() => {
    known.current = videos
  }, [videos])
  const addressOf = useCallback<AddressOf>(
    async (videoId, isExpired) => {
      if (isExpired) {
        const { article } = await api.draft.get({ params: { id: draftId } })
        for (const video of article.videos) addVideo(video)
        const renewed = article.videos.find(({ id }) => id === videoId)
        if (renewed?.url) return { url: renewed.url, mime: renewed.mime }
      }
      const video = known.current.find(({ id }) => id === videoId)
      if (!video?.url) throw new Error('No video source')
      return { url: video.url, mime: video.mime }
    },
    [draftId, addVideo],
  )
  const player = used?.player ?? null
  const seek = useCallback((time: Ms) => void player?.seek(time), [player])

  const shownId = selectedId !== null && findParagraph(tree, selectedId) !== null ? selectedId : null
  const range = useMemo(() => within(trim, duration), [trim, duration])
  const desk = useMemo(
    (): VideoDesk | null =>
      used && {
        tree,
        duration,
        videos,
        addVideo,
        used,
        selectedId: shownId,
        select,
        seek,
        change,
        undo,
        redo,
        trim: range,
        setTrim,
      },
    [used, tree, duration, videos, addVideo, shownId, seek, change, undo, redo, range],
  )
  const hold = useMemo(() => ({ map, addressOf, onUsed: setUsed }), [map, addressOf])
  return { desk, hold }
}

/** Colleagues may shorten the range that is being trimmed. */
const within = (range: TrimRange | null, duration: Ms): TrimRange | null => {
  if (range === null || range.to <= duration) return range
  return range.from < duration ? { from: range.from, to: duration } : null
}

/** A player restarts for every new map object; an equal map keeps its identity. */
function useSteadyMap(map: PlayMap): PlayMap {
  const [steady, setSteady] = useState(map)
  const isSame = isSameMap(steady, map)
  if (!isSame) setSteady(map)
  return isSame ? steady : map
}

type Known = { readonly video: Video; readonly takenAt: number }

/** Signed URLs last an hour; images on the screen keep theirs instead of reloading for every response. */
const goodForMs = 30 * 60_000

/** A recording that no paragraph plays any more stays known, so that undo can restore it. */
function useKnownVideos(present: readonly Video[]) {
  const [seen, setSeen] = useState(present)
  const [known, setKnown] = useState(() => withVideos([], present))
  if (seen !== present) {
    setSeen(present)
    setKnown((before) => withVideos(before, present))
  }
  const addVideo = useCallback((video: Video) => setKnown((before) => [...without(before, video), taken(video)]), [])
  const videos = useMemo(() => known.map(({ video }) => video), [known])
  return { videos, addVideo }
}

const taken = (video: Video): Known => ({ video, takenAt: Date.now() })
const without = (known: readonly Known[], { id }: Video) => known.filter(({ video }) => video.id !== id)

function withVideos(known: readonly Known[], present: readonly Video[]): readonly Known[] {
  const newer = present.filter((video) => {
    const before = known.find((one) => one.video.id === video.id)
    return !before || Date.now() - before.takenAt > goodForMs || bare(before.video) !== bare(video)
  })
  return newer.length === 0 ? known : newer.reduce((all, video) => [...without(all, video), taken(video)], known)
}

/** A recording without the signatures in its URLs. */
const bare = (video: Video): string =>
  JSON.stringify(video, (_, value: unknown) => (typeof value === 'string' ? value.replace(/\?.*$/, '') : value))
