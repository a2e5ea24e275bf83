import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { articleDuration, articleMap, paragraphAt, placesOf } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { locate, type Ms } from '@knowreel/shared/video/play-map.ts'
import { captionsOf, type Cue } from './watch/captions.rules.ts'
import { ParagraphList } from './paragraphs/paragraph-list.tsx'
import { noSource } from './player/engine.ts'
import { readParagraphs } from './paragraphs/read-paragraphs.ts'
import { storyboardOf } from './storyboard-picture.tsx'
import type { TimelineTalk } from './reactions/timeline-talk.ts'
import { useTimelineMarks } from './reactions/use-timeline-marks.ts'
import { WatchingMarks } from './reactions/watching-marks.tsx'
import { useAskedParagraph, type AskedParagraph } from './paragraphs/use-asked-paragraph.ts'
import { useMediaPlayer, usePlayerTime } from './watch/use-media-player.ts'
import { useKeepPlace, useKeptPlace } from './watch/use-resume.ts'
import { VideoPlayer } from './watch/video-player.tsx'
import { WatchingTimeline } from './watch/watching-timeline.tsx'
import styles from './watch/video-player.module.css'

type ArticleVideoProps = {
  article: Pick<Article, 'paragraphs' | 'videos' | 'rendition'>
  /** The paragraph that the URL names. */
  asked: AskedParagraph
  /** Fetches the recordings with renewed URLs. */
  renewVideos: () => Promise<Pick<Article, 'videos' | 'rendition'>>
  /** Reports the paragraph that has been playing for a while, so that the URL can follow. */
  onParagraph: (id: string) => void
  /** Omitted where paragraphs have no URL. */
  onCopyLink?: (paragraphId: string) => void
  /** The id that the playback position is stored under; omitted if it is not stored. */
  resumeId?: string
  /** The cues of each recording, in recording time. */
  cuesOf?: (videoId: string) => readonly Cue[]
  /** Comments and reactions; omitted where they are not available. */
  talk?: TimelineTalk | null
}

const noCues = (): readonly Cue[] => []

/** The id under which the player requests the rendition. */
const wholeFilm = 'film'

/** A player's position differs by up to this much from the time that was sought. */
const steadyMs = 300

/** Plays the recording of an article and lists its paragraphs. */
export function ArticleVideo(props: ArticleVideoProps) {
  const { article, asked, renewVideos, onParagraph, onCopyLink, resumeId, cuesOf = noCues, talk = null } = props
  const tree = useMemo(() => readParagraphs(article.paragraphs), [article.paragraphs])
  const map = useMemo(() => articleMap(tree), [tree])
  const places = placesOf(tree)
  const duration = articleDuration(tree)
  const place = places.find(({ paragraph }) => paragraph.id === asked.paragraphId)
  // A paragraph named in the URL takes precedence over the stored position.
  const resumedAt = useKeptPlace(asked.paragraphId === null ? (resumeId ?? null) : null, duration)
  const start = place?.start ?? resumedAt ?? 0
  const captions = useMemo(() => captionsOf(map, cuesOf), [map, cuesOf])
  const storyboardAt = useMemo(() => storyboardOf(map, article.videos), [map, article.videos])

  const used = useMediaPlayer(
    map,
    async (videoId, isExpired) => {
      const { videos, rendition } = isExpired ? await renewVideos() : article
      const video = videoId === wholeFilm ? rendition : videos.find(({ id }) => id === videoId)
      if (!video?.url) throw new Error(noSource)
      return { url: video.url, mime: video.mime }
    },
    start,
    map.length > 1 && article.rendition ? wholeFilm : null,
  )
  const { player, state } = used
  const played = usePlayerTime(player, state?.play)
  // Until a player exists, the requested paragraph is the current one.
  const time = player === null ? start : played
  const currentId = paragraphAt(tree, time)?.paragraph.id ?? null
  const [opened] = useState(start)
  const hasMoved = Math.abs(time - opened) > steadyMs
  useAskedParagraph({ asked, place, player, play: state?.play, currentId, hasMoved, onParagraph })

  useKeepPlace({ articleId: resumeId ?? null, player, play: state?.play, duration, hasMoved })

  const marks = useTimelineMarks(talk, tree)
  const seek = useCallback((to: Ms) => void player?.seek(to), [player])
  const onPlayer = talk?.onPlayer
  useEffect(() => (player ? onPlayer?.({ time: () => player.time(), seek }) : undefined), [player, seek, onPlayer])
  const poster = article.videos.find(({ id }) => id === map[0]?.videoId)?.posterUrl ?? null
  const isPlaying = state?.play === 'playing'
  return (
    <div className={styles.watch}>
      <div className={styles.grid}>
        <VideoPlayer
          used={used}
          tree={tree}
          time={time}
          duration={duration}
          paragraphAt={(at) => paragraphAt(tree, at)}
          storyboardAt={storyboardAt}
          posterUrl={start > 0 ? null : poster}
          sourceAt={(at) => pathOf(article, locate(map, at)?.piece.videoId)}
          captions={captions}
          resumedAt={resumedAt}
          marks={marks}
        />
        {marks && <WatchingMarks used={marks} duration={duration} onSeek={seek} />}
        <WatchingTimeline
          player={player}
          isPlaying={isPlaying}
          tree={tree}
          time={time}
          duration={duration}
          currentId={currentId}
          onSeek={seek}
        />
        <ParagraphList places={places} currentId={currentId} onSeek={seek} onCopyLink={onCopyLink} />
      </div>
    </div>
  )
}

/** The path of a recording's file without its signature. */
function pathOf({ videos }: Pick<Article, 'videos'>, videoId: string | undefined): string | null {
  const url = videos.find(({ id }) => id === videoId)?.url
  return url ? new URL(url, location.href).pathname : null
}
