import './print.css'
import { Suspense, useCallback, useEffect, useRef } from 'react'
import { useLocation } from '@tanstack/react-router'
import { initialView } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { NoteText, type FileUrls } from '../../note/index.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ArticleVideo, useRequestedTime, type CommentsAndReactions } from '../../video/index.ts'
import { requestedLocation, type RequestedLocation } from '../article-url.ts'
import { ArticleCover } from '../article-cover.tsx'
import { ArticleMetadata } from './article-metadata.tsx'
import { ArticleLinks, type LinkTo } from '../article-links.ts'
import * as texts from '../texts.ts'
import { ModeChoice } from './mode-choice.tsx'
import { NoteCards } from './note-cards.tsx'
import { ReadingTabs } from './reading-tabs.tsx'
import { useFollowedMoments } from './use-followed-moments.ts'
import styles from './article-view.module.css'

export type StandaloneArticleProps = {
  /** Without abilities, except to comment: it can only be read here. */
  article: Article
  /** The part that the URL names: a mode, a tab or a paragraph. */
  part: string | undefined
  linkTo: LinkTo
  addresses: FileUrls
  /** The article with new URLs of its recordings. */
  refetchUrls: () => Promise<Article>
  /** The URL follows the paragraph being played. */
  onParagraph: (slug: string) => void
  onCopyParagraph?: (slug: string | undefined) => void
  /** Comments and reactions on the recording; omitted where there are none. */
  commentsAndReactions?: CommentsAndReactions
  /** Embedded in another page, which shows the title itself. */
  isEmbedded?: boolean
}

/** An article on its own, outside its workspace: everything to read and watch, without actions. */
export function StandaloneArticle({
  article,
  part,
  linkTo,
  addresses,
  isEmbedded = false,
  ...watched
}: StandaloneArticleProps) {
  const head = useRef<HTMLHeadingElement>(null)
  const asked = requestedLocation(article, { part })
  const side = initialView(article, asked.mode, asked.tabId)
  const isWatching = side.mode === 'video'
  const tab = article.textTabs.find(({ id }) => id === side.activeTabId)
  const momentLinks = useFollowedMoments(article, linkTo)
  const hasTabs = article.textTabs.length > 1

  // Another article starts at its top; another tab of the same one keeps the scroll position.
  useEffect(() => {
    head.current?.closest('main')?.scrollTo({ top: 0 })
  }, [article.id])

  return (
    <ArticleLinks value={linkTo}>
      {!isWatching && !isEmbedded && <ArticleCover cover={article.cover} />}
      <article
        className={styles.sheet}
        data-wide={isWatching || undefined}
        data-embedded={isEmbedded || undefined}
        aria-labelledby="article-title"
      >
        <h1 id="article-title" ref={head} className={isEmbedded ? 'kr-sr' : styles.title} data-emoji={article.icon}>
          {article.title || texts.untitled}
        </h1>
        {!isEmbedded && <ArticleMetadata article={article} isWatching={isWatching} />}
        <div className={styles.modes}>
          <ModeChoice article={article} shown={side.mode} />
        </div>
        {isWatching && <StandaloneVideo article={article} requested={asked} {...watched} />}
        {isWatching && <NoteCards article={article} />}
        {!isWatching && hasTabs && <ReadingTabs article={article} activeId={tab?.id ?? null} />}
        {!isWatching && (
          <div
            className={styles.text}
            role={hasTabs ? 'tabpanel' : undefined}
            aria-label={hasTabs ? tab?.title : undefined}
            {...momentLinks}
          >
            {!article.isHasText ? (
              <EmptyState drawing="draft" text={texts.youDontHaveAnyNotes} />
            ) : !tab ? (
              <EmptyState drawing="draft" text={texts.youDontHaveAnyActive} />
            ) : tab.text === '' ? (
              <p className="kr-muted">{texts.thisTabIsEmpty}</p>
            ) : (
              <NoteText key={tab.id} html={tab.text} articleId={article.id} fileUrls={addresses} />
            )}
          </div>
        )}
      </article>
    </ArticleLinks>
  )
}

type StandaloneVideoProps = Pick<
  StandaloneArticleProps,
  'article' | 'refetchUrls' | 'onParagraph' | 'onCopyParagraph' | 'commentsAndReactions'
> & {
  requested: RequestedLocation
}

function StandaloneVideo({
  article,
  requested,
  refetchUrls,
  onParagraph,
  onCopyParagraph,
  commentsAndReactions,
}: StandaloneVideoProps) {
  // Each history entry is a new request to seek, even if it names the same paragraph.
  const key = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const time = useRequestedTime()
  const slugOf = useCallback(
    (id: string) => article.paragraphs.flatMap((one) => [one, ...one.items]).find((one) => one.id === id)?.slug,
    [article.paragraphs],
  )
  const follow = useCallback(
    (id: string) => {
      const slug = slugOf(id)
      if (slug !== undefined) onParagraph(slug)
    },
    [slugOf, onParagraph],
  )
  return (
    <Suspense fallback={<div className={styles.stage} />}>
      <ArticleVideo
        key={article.id}
        article={article}
        requested={{ paragraphId: requested.paragraphId, time, key }}
        renewVideos={refetchUrls}
        onParagraph={follow}
        resumeId={article.id}
        commentsAndReactions={commentsAndReactions}
        onCopyLink={onCopyParagraph && ((id) => onCopyParagraph(slugOf(id)))}
      />
    </Suspense>
  )
}
