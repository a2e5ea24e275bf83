import { useEffect, useMemo, useRef } from 'react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { articleDuration, articleMap, paragraphAt, placesOf } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { ParagraphList } from './paragraph-list.tsx'
import { readParagraphs } from './read-paragraphs.ts'
import { storyboardOf } from './storyboard-picture.tsx'
import { useMediaPlayer, usePlayerTime } from './use-media-player.ts'
import { VideoPlayer } from './video-player.tsx'
import { WatchingTimeline } from './watching-timeline.tsx'
import styles from './video-player.module.css'

type ArticleVideoProps = {
  article: Pick<Article, 'paragraphs' | 'videos'>
  /** Where the address leads; null for the beginning. */
  askedParagraphId: string | null
  /** The recordings with new addresses. */
  renewVideos: () => Promise<readonly Video[]>
  /** The paragraph that has been playing for a while, for the address to follow. */
  onParagraph: (id: string) => void
}

const addressFollowsMs = 500

/** The recording of an article with its paragraphs, for watching. */
export function ArticleVideo({ article, askedParagraphId, renewVideos, onParagraph }: ArticleVideoProps) {
  const tree = useMemo(() => readParagraphs(article.paragraphs), [article.paragraphs])
  const map = useMemo(() => articleMap(tree), [tree])
  const places = placesOf(tree)
  const duration = articleDuration(tree)
  const asked = places.find(({ paragraph }) => paragraph.id === askedParagraphId)
  const storyboardAt = useMemo(() => storyboardOf(map, article.videos), [map, article.videos])

  const used = useMediaPlayer(
    map,
    async (videoId, isExpired) => {
      const videos = isExpired ? await renewVideos() : article.videos
      const video = videos.find(({ id }) => id === videoId)
      if (!video?.url) throw new Error('No video source')
      return { url: video.url, mime: video.mime }
    },
    asked?.start ?? 0,
  )
  const { player, state } = used
  const time = usePlayerTime(player, state?.play)
  const current = paragraphAt(tree, time)?.paragraph.id ?? null

  // An address that is opened, or a link that is followed, leads the player; the player's own way leads the address.
  const told = useRef(askedParagraphId)
  useEffect(() => {
    if (askedParagraphId === told.current || !asked) return
    told.current = askedParagraphId
    void player?.seek(asked.start)
  }, [askedParagraphId, asked, player])
  useEffect(() => {
    if (current === null || current === told.current || state?.play !== 'playing') return
    const timer = setTimeout(() => {
      told.current = current
      onParagraph(current)
    }, addressFollowsMs)
    return () => clearTimeout(timer)
  }, [current, state?.play, onParagraph])

  const seek = (to: number) => void player?.seek(to)
  const poster = article.videos.find(({ id }) => id === map[0]?.videoId)?.posterUrl ?? null
  return (
    <>
      <div className={styles.watch}>
        <VideoPlayer
          used={used}
          tree={tree}
          time={time}
          duration={duration}
          paragraphAt={(at) => paragraphAt(tree, at)}
          storyboardAt={storyboardAt}
          posterUrl={asked && asked.start > 0 ? null : poster}
        />
        <ParagraphList places={places} currentId={current} onSeek={seek} />
      </div>
      <WatchingTimeline tree={tree} time={time} duration={duration} currentId={current} onSeek={seek} />
    </>
  )
}
