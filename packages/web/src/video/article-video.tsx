import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import {
  articleDuration,
  articleMap,
  paragraphAt,
  positionsOf,
  type ParagraphTree,
} from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { durationOf, locate, wholeRecording, type Ms } from '@knowreel/shared/video/play-map.ts'
import { ParagraphList } from './paragraphs/paragraph-list.tsx'
import { canPlayFile, noSourceMessage } from './player/engine.ts'
import { paragraphsFromResponse } from '@knowreel/shared/video/paragraph/paragraph-conversion.ts'
import { DetectionPanel, useDetectionIsOn, useTextDetection } from '../screen-text/index.ts'
import { frameSourceOf } from './player/frame-source.ts'
import { createStoryboardAt } from './storyboard-thumbnail.tsx'
import type { CommentsAndReactions } from './reactions/comments-and-reactions.ts'
import { useTimelineMarkers } from './reactions/use-timeline-markers.ts'
import { PlayerMarkers } from './reactions/player-markers.tsx'
import type { PlayerState } from './player/media-player.ts'
import { useRequestedParagraph, type RequestedParagraph } from './paragraphs/use-requested-paragraph.ts'
import { useMediaPlayer, usePlayerTime } from './watch/use-media-player.ts'
import { useStorePosition, useStoredPosition } from './watch/use-stored-position.ts'
import { useTheatreMode } from './watch/use-player-stage.ts'
import { MissingRendition, RenditionFailureBanner, type Media } from './watch/rendition-state.tsx'
import { noCaptions, type ShownCaptions } from './watch/captions.tsx'
import { VideoPlayer } from './watch/video-player.tsx'
import { PlayerTimeline } from './watch/player-timeline.tsx'
import styles from './watch/video-player.module.css'

type ArticleVideoProps = {
  article: Pick<Article, 'id' | 'paragraphs'> & Media
  /** The paragraph that the URL names. */
  requested: RequestedParagraph
  /** Fetches the recordings with renewed URLs. */
  renewVideos: () => Promise<Media>
  /** Reports the paragraph that has been playing for a while, so that the URL can follow. */
  onParagraph: (id: string) => void
  /** Opens the URL of a paragraph; false if it has none. Omitted where paragraphs have no URL. */
  onOpenParagraph?: (paragraphId: string) => boolean
  /** Omitted where paragraphs have no URL. */
  onCopyLink?: (paragraphId: string) => void
  /** The id that the playback position is stored under; omitted if it is not stored. */
  resumeId?: string
  /** The content beside the picture, if it is more than the paragraphs. */
  renderAside?: ((stage: StageAside) => ReactNode) | null
  /** Comments and reactions; omitted where they are not available. */
  commentsAndReactions?: CommentsAndReactions | null
}

/** The player as what is beside it sees it. */
export type StageAside = {
  readonly tree: ParagraphTree
  readonly player: { time(): Ms } | null
  readonly seek: (time: Ms) => void
  /** The list of paragraphs. */
  readonly paragraphs: ReactNode
  /** Shows these captions over the picture. */
  readonly onCaptions: (shown: ShownCaptions) => void
}

/** The id under which the player requests the rendition. */
const renditionId = 'rendition'

/** A player's position differs by up to this much from the time that was sought. */
const seekToleranceMs = 300

type PlayedMedia = Pick<Media, 'videos' | 'rendition'>
type PlayableFile = Parameters<typeof canPlayFile>[0]

const isPlayable = ({ videos, rendition }: PlayedMedia, accepts: (file: PlayableFile) => boolean): boolean =>
  rendition === null ? videos.length > 0 && videos.every(accepts) : accepts(rendition)

/** Plays the recording of an article and lists its paragraphs, as soon as there is something to play. */
export function ArticleVideo(props: ArticleVideoProps) {
  const { article, renewVideos } = props
  const [renewed, setRenewed] = useState<Media>(article)
  // The browser supports the codecs and still could not play the file.
  const [isFirstFileBroken, setFirstFileBroken] = useState(false)
  const accepts = (file: PlayableFile) => (isFirstFileBroken ? !file.needsCodecs : canPlayFile(file))
  const media = [article, renewed].find((one) => isPlayable(one, accepts))
  const renewing = { articleId: article.id, renewVideos, onRenewed: setRenewed }
  if (media === undefined) return <MissingRendition media={renewed} {...renewing} />
  const { videos, rendition } = media
  const failure = videos.length === 0 ? null : renewed.renditionFailure
  return (
    <>
      {failure && <RenditionFailureBanner failure={failure} {...renewing} />}
      <PlayedVideo
        {...props}
        article={{ ...article, videos, rendition }}
        onUnplayable={[...videos, rendition].some((file) => file?.needsCodecs) ? () => setFirstFileBroken(true) : null}
      />
    </>
  )
}

function PlayedVideo(props: ArticleVideoProps & { onUnplayable: (() => void) | null }) {
  const {
    article,
    requested,
    renewVideos,
    onParagraph,
    onOpenParagraph,
    onCopyLink,
    resumeId,
    renderAside = null,
    commentsAndReactions = null,
  } = props
  const tree = useMemo(() => paragraphsFromResponse(article.paragraphs), [article.paragraphs])
  const map = useMemo(() => articleMap(tree), [tree])
  const positions = positionsOf(tree)
  const duration = articleDuration(tree)
  const requestedPosition = positions.find(({ paragraph }) => paragraph.id === requested.paragraphId)
  const requestedStart = requested.time ?? requestedPosition?.start
  // The position in the URL takes precedence over the stored one.
  const isStartRequested = requested.paragraphId !== null || requestedStart !== undefined
  const resumedAt = useStoredPosition(isStartRequested ? null : (resumeId ?? null), duration)
  const start = Math.min(requestedStart ?? resumedAt ?? 0, duration)
  const [captions, setCaptions] = useState(noCaptions)
  // People who may not edit receive only the rendition.
  const hasSources = article.videos.length > 0
  const playedMap = useMemo(() => (hasSources ? map : wholeRecording(renditionId, durationOf(map))), [hasSources, map])
  const storyboardAt = useMemo(() => {
    const sheets = article.rendition ? [...article.videos, { ...article.rendition, id: renditionId }] : article.videos
    return createStoryboardAt(playedMap, sheets)
  }, [playedMap, article.videos, article.rendition])

  const used = useMediaPlayer(
    playedMap,
    async (videoId, isExpired) => {
      const { videos, rendition } = isExpired ? await renewVideos() : article
      const video = videoId === renditionId ? rendition : videos.find(({ id }) => id === videoId)
      if (!video?.url) throw new Error(noSourceMessage)
      return { url: video.url, mime: video.mime }
    },
    start,
    hasSources && map.length > 1 && article.rendition ? renditionId : null,
  )
  const { player, state } = used
  useFirstFileFault(state, props.onUnplayable)
  const played = usePlayerTime(player, state?.play)
  // Until a player exists, the requested paragraph is the current one.
  const time = player === null ? start : played
  const currentId = paragraphAt(tree, time)?.paragraph.id ?? null
  const [opened] = useState(start)
  const hasMoved = Math.abs(time - opened) > seekToleranceMs
  useRequestedParagraph({
    requested,
    position: requestedPosition,
    player,
    play: state?.play,
    currentId,
    hasMoved,
    onParagraph,
  })

  useStorePosition({ articleId: resumeId ?? null, player, play: state?.play, duration, hasMoved })

  const markersController = useTimelineMarkers(commentsAndReactions, tree)
  const seek = useCallback((to: Ms) => void player?.seek(to), [player])
  const openParagraph = useCallback(
    (id: string, at: Ms) => {
      if (onOpenParagraph?.(id) !== true) seek(at)
    },
    [onOpenParagraph, seek],
  )
  const onPlayer = commentsAndReactions?.onPlayer
  useEffect(() => (player ? onPlayer?.({ time: () => player.time(), seek }) : undefined), [player, seek, onPlayer])
  const poster =
    article.rendition?.posterUrl ?? article.videos.find(({ id }) => id === map[0]?.videoId)?.posterUrl ?? null
  const isPlaying = state?.play === 'playing'
  const theatre = useTheatreMode()
  const detection = useTextDetection(useMemo(() => player && frameSourceOf(player), [player]))
  const isDetecting = useDetectionIsOn(detection)
  const list = (
    <ParagraphList positions={positions} currentId={currentId} onOpen={openParagraph} onCopyLink={onCopyLink} />
  )
  return (
    <div className={styles.watch} data-theatre={theatre.isOn || undefined}>
      <div className={styles.grid}>
        <VideoPlayer
          playback={used}
          tree={tree}
          time={time}
          duration={duration}
          paragraphAt={(at) => paragraphAt(tree, at)}
          storyboardAt={storyboardAt}
          posterUrl={start > 0 ? null : poster}
          urlAt={(at) => fileUrl(article, locate(playedMap, at)?.piece.videoId)}
          captions={captions}
          resumedAt={resumedAt}
          markersController={markersController}
          theatre={theatre}
          detection={detection}
        />
        {markersController && <PlayerMarkers controller={markersController} duration={duration} onSeek={seek} />}
        <PlayerTimeline
          player={player}
          isPlaying={isPlaying}
          tree={tree}
          time={time}
          duration={duration}
          currentId={currentId}
          onSeek={seek}
        />
        {isDetecting ? (
          <div className={styles.detected}>
            <DetectionPanel detection={detection} />
          </div>
        ) : renderAside === null ? (
          list
        ) : (
          renderAside({ tree, player, seek, paragraphs: list, onCaptions: setCaptions })
        )}
      </div>
    </div>
  )
}

function useFirstFileFault(state: PlayerState | null, onUnplayable: (() => void) | null): void {
  const isFaulty = state?.play === 'error' && state.fault?.kind !== 'network'
  useEffect(() => {
    if (isFaulty) onUnplayable?.()
  }, [isFaulty, onUnplayable])
}

const fileUrl = ({ videos, rendition }: PlayedMedia, videoId: string | undefined) =>
  videoId === renditionId ? rendition?.url : videos.find(({ id }) => id === videoId)?.url
