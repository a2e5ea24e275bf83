import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from '@tanstack/react-router'
import { articleDuration, articleMap, findParagraph } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { isSameMap, type Ms, type PlayMap } from '@knowreel/shared/video/play-map.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { api } from '../../../platform/api/api.ts'
import { useRequestedTime } from '../../../video/index.ts'
import type {
  CutProposal,
  Playback,
  ProposedBlock,
  ResolveSource,
  TrimRange,
  VideoEditorController,
} from '../../../video/index.ts'
import { useDraft, type EditingContext } from '../editing-context.ts'
import { whenDraftSaved } from '../save/save-everything.ts'
import type { DraftParagraphsController } from './use-paragraphs.ts'

/** The props that a player requires, typed so that code loaded only for recordings can hold it. */
export type HeadlessPlayerInput = {
  readonly map: PlayMap
  readonly resolveSource: ResolveSource
  readonly onPlaybackChange: (used: Playback | null) => void
}

type UseVideoEditorResult = {
  /** Null until the player is loaded. */
  readonly controller: VideoEditorController | null
  readonly playerInput: HeadlessPlayerInput
}

/** Shared by sidebar, player and timeline of a draft: its paragraphs and one player. */
export function useVideoEditorController(
  { draftId, store }: EditingContext,
  paragraphs: DraftParagraphsController,
): UseVideoEditorResult {
  const { tree, change, undo, redo } = paragraphs
  const [used, setUsed] = useState<Playback | null>(null)
  const [selectedId, select] = useState<string | null>(null)
  const [trim, setTrim] = useState<TrimRange | null>(null)
  const [proposed, setProposed] = useState<{ proposal: CutProposal; tree: typeof tree } | null>(null)
  // Its ranges are times of the paragraphs as they were.
  const proposal = proposed !== null && proposed.tree === tree ? proposed.proposal : null
  const setProposal = useCallback((next: CutProposal | null) => setProposed(next && { proposal: next, tree }), [tree])
  const [proposedBlocks, setProposedBlocks] = useState<readonly ProposedBlock[]>([])
  const { videos, addVideo } = useCachedVideos(useDraft(store, ({ article }) => article.videos))
  const map = useStableMap(useMemo(() => articleMap(tree), [tree]))
  const duration = articleDuration(tree)

  const known = useRef(videos)
  useEffect(() => {
    known.current = videos
  }, [videos])
  const addressOf = useCallback<ResolveSource>(
    async (videoId, isExpired) => {
      if (isExpired) {
        const { article } = await api.draft.get({ params: { id: draftId } })
        for (const video of article.videos) addVideo(video)
        const renewed = article.videos.find(({ id }) => id === videoId)
        if (renewed?.url) return { url: renewed.url, mime: renewed.mime }
      }
      // Undo after a reload can restore a recording that this page has not received yet.
      if (!known.current.some(({ id }) => id === videoId)) await whenDraftSaved(store)
      const video = [...known.current, ...store.read().article.videos].find(({ id }) => id === videoId)
      if (!video?.url) throw new Error('No video source')
      return { url: video.url, mime: video.mime }
    },
    [draftId, store, addVideo],
  )
  const player = used?.player ?? null
  const seek = useCallback((time: Ms) => void player?.seek(time), [player])
  const requestedTime = useRequestedTime()
  // Each history entry is a new request to seek, even to the same time.
  const key = useLocation({ select: ({ state }) => state.__TSR_key })
  const isLoaded = player !== null
  useEffect(() => {
    if (isLoaded && requestedTime !== null) seek(requestedTime)
    // Not for every new player: an edit makes one.
  }, [isLoaded, requestedTime, key]) // oxlint-disable-line react-hooks/exhaustive-deps

  const shownId = selectedId !== null && findParagraph(tree, selectedId) !== null ? selectedId : null
  const range = useMemo(() => shortenTrim(trim, duration), [trim, duration])
  const controller = useMemo(
    (): VideoEditorController | null =>
      used && {
        tree,
        duration,
        videos,
        addVideo,
        playback: used,
        selectedId: shownId,
        select,
        seek,
        change,
        undo,
        redo,
        trim: range,
        setTrim,
        proposal,
        setProposal,
        proposedBlocks,
        setProposedBlocks,
      },
    [
      used,
      tree,
      duration,
      videos,
      addVideo,
      shownId,
      seek,
      change,
      undo,
      redo,
      range,
      proposal,
      setProposal,
      proposedBlocks,
    ],
  )
  const playerInput = useMemo(() => ({ map, resolveSource: addressOf, onPlaybackChange: setUsed }), [map, addressOf])
  return { controller, playerInput }
}

/** Colleagues may shorten the range that is being trimmed. */
const shortenTrim = (range: TrimRange | null, duration: Ms): TrimRange | null => {
  if (range === null || range.to <= duration) return range
  return range.from < duration ? { from: range.from, to: duration } : null
}

/** A player restarts for every new map object; an equal map keeps its identity. */
function useStableMap(map: PlayMap): PlayMap {
  const [steady, setSteady] = useState(map)
  const isSame = isSameMap(steady, map)
  if (!isSame) setSteady(map)
  return isSame ? steady : map
}

type CachedVideo = { readonly video: Video; readonly fetchedAt: number }

/** Signed URLs last an hour; images on the screen keep theirs instead of reloading for every response. */
const urlLifetimeMs = 30 * 60_000

/** A recording that no paragraph plays any more stays known, so that undo can restore it. */
function useCachedVideos(present: readonly Video[]) {
  const [seen, setSeen] = useState(present)
  const [known, setKnown] = useState(() => mergeVideos([], present))
  if (seen !== present) {
    setSeen(present)
    setKnown((before) => mergeVideos(before, present))
  }
  const addVideo = useCallback(
    (video: Video) => setKnown((before) => [...withoutVideo(before, video), toCached(video)]),
    [],
  )
  const videos = useMemo(() => known.map(({ video }) => video), [known])
  return { videos, addVideo }
}

const toCached = (video: Video): CachedVideo => ({ video, fetchedAt: Date.now() })
const withoutVideo = (known: readonly CachedVideo[], { id }: Video) => known.filter(({ video }) => video.id !== id)

function mergeVideos(known: readonly CachedVideo[], present: readonly Video[]): readonly CachedVideo[] {
  const newer = present.filter((video) => {
    const before = known.find((one) => one.video.id === video.id)
    return (
      !before ||
      Date.now() - before.fetchedAt > urlLifetimeMs ||
      withoutSignatures(before.video) !== withoutSignatures(video)
    )
  })
  return newer.length === 0
    ? known
    : newer.reduce((all, video) => [...withoutVideo(all, video), toCached(video)], known)
}

/** A recording without the signatures in its URLs. */
const withoutSignatures = (video: Video): string =>
  JSON.stringify(video, (_, value: unknown) => (typeof value === 'string' ? value.replace(/\?.*$/, '') : value))
