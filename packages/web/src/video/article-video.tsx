import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { articleDuration, articleMap, paragraphAt, placesOf } from '@knowreel/shared/video/paragraph-tree.ts'
import { locate, type Ms } from '@knowreel/shared/video/play-map.ts'
import { captionsOf, type Cue } from './captions.rules.ts'
import { ParagraphList } from './paragraph-list.tsx'
import { noSource } from './player/engine.ts'
import { readParagraphs } from './read-paragraphs.ts'
import { storyboardOf } from './storyboard-picture.tsx'
import type { TimelineTalk } from './reactions/timeline-talk.ts'
import { useTimelineMarks } from './reactions/use-timeline-marks.ts'
import { WatchingMarks } from './reactions/watching-marks.tsx'
import { useAskedParagraph, type AskedParagraph } from './use-asked-paragraph.ts'
import { useMediaPlayer, usePlayerTime } from './use-media-player.ts'
import { useKeepPlace, useKeptPlace } from './use-resume.ts'
import { VideoPlayer } from './video-player.tsx'
import { WatchingTimeline } from './watching-timeline.tsx'
import styles from './video-player.module.css'

type ArticleVideoProps = {
  article: Pick<Article, 'paragraphs' | 'videos' | 'rendition'>
  /** Where the address leads. */
  asked: AskedParagraph
  /** The recordings with new addresses. */
  renewVideos: () => Promise<Pick<Article, 'videos' | 'rendition'>>
  /** The paragraph that has been playing for a while, for the address to follow. */
  onParagraph: (id: string) => void
  /** Left out where paragraphs have no address. */
  onCopyLink?: (paragraphId: string) => void
  /** What the place where somebody was is kept under; left out where none is kept. */
  resumeId?: string
  /** What is said in each recording, by its own clock. */
  cuesOf?: (videoId: string) => readonly Cue[]
  /** What people say about it; left out where they say nothing. */
  talk?: TimelineTalk | null
}

const noCues = (): readonly Cue[] => []

/** Under this the player asks for the one file of all pieces. */
const wholeFilm = 'film'

/** Where a player stands is not where it was put to the millisecond. */
const steadyMs = 300

/** The recording of an article with its paragraphs, for watching. */
export function ArticleVideo(props: ArticleVideoProps) {
  const { article, asked, renewVideos, onParagraph, onCopyLink, resumeId, cuesOf = noCues, talk = null } = props
  const tree = useMemo(() => readParagraphs(article.paragraphs), [article.paragraphs])
  const map = useMemo(() => articleMap(tree), [tree])
  const places = placesOf(tree)
  const duration = articleDuration(tree)
  const place = places.find(({ paragraph }) => paragraph.id === asked.paragraphId)
  // An address that names a paragraph says where to begin.
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
  // Before there is a player, the paragraph that was asked for is the present one.
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

/** Where the file of a recording lies, without what lets somebody fetch it. */
function pathOf({ videos }: Pick<Article, 'videos'>, videoId: string | undefined): string | null {
  const url = videos.find(({ id }) => id === videoId)?.url
  return url ? new URL(url, location.href).pathname : null
}
