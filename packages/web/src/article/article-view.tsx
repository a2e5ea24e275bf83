import { Suspense, useCallback, useEffect, useRef } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconArchive, IconPlus } from '@tabler/icons-react'
import { openingSide } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { NoteText } from '../note/index.ts'
import { Banner } from '../ui/banner.tsx'
import { Chip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PersonAvatar } from '../ui/person-avatar.tsx'
import { formatLongDate } from '../ui/time-format.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { articleParams, articleRoute, askedPlace, type ArticleParams } from './article-address.ts'
import { articleQuery } from './article.queries.ts'
import { ArticleBar } from './article-bar.tsx'
import { ReadingTabs } from './reading-tabs.tsx'
import { readingMinutes } from './reading-time.ts'
import { useArticleActions, type Browsed } from './use-article-actions.ts'
import { ArticleVideo } from '../video/index.ts'
import styles from './article-view.module.css'

type ArticleViewProps = { article: Article; browsed: Browsed | undefined; params: ArticleParams }

export function ArticleView({ article, browsed, params }: ArticleViewProps) {
  const head = useRef<HTMLHeadingElement>(null)
  const asked = askedPlace(article, params)
  const side = openingSide(article, asked.mode, asked.tabId)
  const tab = article.textTabs.find(({ id }) => id === side.activeTabId)
  const title = article.title || 'Untitled'
  // A text article has nothing to watch, whatever its address says.
  const isWatching = side.mode === 'video' && article.duration > 0

  // Another article begins at its top; another tab of the same one stays where the eyes are.
  useEffect(() => {
    head.current?.closest('main')?.scrollTo({ top: 0 })
  }, [])

  return (
    <>
      <ArticleBar
        article={article}
        browsed={browsed}
        heading={head}
        shown={side.mode}
        tabSlug={asked.tabId === null ? undefined : tab?.slug}
      />
      <article className={styles.sheet} data-wide={isWatching || undefined} aria-labelledby="article-title">
        {article.isArchived && <ArchivedBanner article={article} />}
        <h1 id="article-title" ref={head} className={styles.title}>
          {title}
        </h1>
        <ArticleFacts article={article} />
        {isWatching && <Watching article={article} askedParagraphId={asked.paragraphId} />}
        {!isWatching && article.textTabs.length > 1 && <ReadingTabs article={article} activeId={tab?.id ?? null} />}
        {!isWatching && (
          <div
            className={styles.text}
            role={article.textTabs.length > 1 ? 'tabpanel' : undefined}
            aria-label={article.textTabs.length > 1 ? tab?.title : undefined}
          >
            {article.isHasText && tab ? (
              <TabText html={tab.text} />
            ) : (
              <NothingToRead article={article} hasTab={tab !== undefined} />
            )}
          </div>
        )}
      </article>
    </>
  )
}

/** The address follows what plays, and leads to it; new addresses of the recordings come with the article. */
function Watching({ article, askedParagraphId }: { article: Article; askedParagraphId: string | null }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const renewVideos = useCallback(
    () => queryClient.fetchQuery({ ...articleQuery(article.shortId), staleTime: 0 }).then(({ videos }) => videos),
    [queryClient, article.shortId],
  )
  const follow = useCallback(
    (id: string) => {
      const paragraph = article.paragraphs.flatMap((one) => [one, ...one.items]).find((one) => one.id === id)
      const params = paragraph && articleParams(article, { paragraphSlug: paragraph.slug })
      if (params) void navigate({ to: articleRoute, params, replace: true, resetScroll: false })
    },
    [article, navigate],
  )
  return (
    <Suspense fallback={<div className={styles.stage} />}>
      <ArticleVideo
        article={article}
        askedParagraphId={askedParagraphId}
        renewVideos={renewVideos}
        onParagraph={follow}
      />
    </Suspense>
  )
}

function ArticleFacts({ article }: { article: Article }) {
  const minutes = readingMinutes(article.textTabs.map(({ text }) => text))
  const { author } = article
  return (
    <>
      <div className={styles.facts}>
        {author && <PersonAvatar person={author} isDecorative />}
        <span className={styles.who} title={author?.name}>
          {author?.name ?? 'Unknown author'}
        </span>
        <i />
        <time dateTime={article.publishedAt ?? article.createdAt}>
          {formatLongDate(article.publishedAt ?? article.createdAt)}
        </time>
        {minutes > 0 && (
          <>
            <i />
            <span className="kr-num">{minutes} min read</span>
          </>
        )}
      </div>
      {article.tags.length > 0 && (
        <ul className={styles.tags} aria-label="Tags">
          {article.tags.map((tag) => (
            <li key={tag}>
              <Chip>{tag}</Chip>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const TabText = ({ html }: { html: string }) =>
  html === '' ? <p className="kr-muted">There is nothing in this tab yet.</p> : <NoteText html={html} />

/** Either there are no notes, or the address asks for a side of the article that has none of its tabs open. */
function NothingToRead({ article, hasTab }: { article: Article; hasTab: boolean }) {
  const isNarrow = useNarrow()
  if (article.isHasText && !hasTab) {
    return <EmptyState drawing="draft" text="You don't have any active tab, please select one." />
  }
  const mayCreate = article.abilities.editArticles && !isNarrow && !article.isArchived
  return (
    <EmptyState drawing="draft" text="You don't have any notes yet.">
      {mayCreate && (
        <LinkButton
          variant="filled"
          leftSection={<IconPlus />}
          to="/article/$id/edit/{-$mode}"
          params={{ id: article.shortId, mode: 'notes' }}
        >
          Create notes
        </LinkButton>
      )}
    </EmptyState>
  )
}

function ArchivedBanner({ article }: { article: Article }) {
  const { setArchived } = useArticleActions()
  return (
    <div className={styles.banner}>
      <Banner
        icon={<IconArchive />}
        tone="accent"
        action={
          article.abilities.editArticles && (
            <Button variant="subtle" onClick={() => void setArchived(article, false)}>
              Unarchive
            </Button>
          )
        }
      >
        This article is archived.
      </Banner>
    </div>
  )
}
