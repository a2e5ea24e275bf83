import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { IconArchive, IconRefresh } from '@tabler/icons-react'
import { initialView, type ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { QuotedNote, QuoteNavigator } from '../../comment/index.ts'
import { NoteText } from '../../note/index.ts'
import { useIsOutdated } from '../../notification/index.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useNarrow, usePhone } from '../../ui/use-breakpoints.ts'
import { ArchivedWorkspaceBanner } from '../../workspace/index.ts'
import {
  articleParams,
  articleRoute,
  requestedLocation,
  parseMode,
  type ArticleParams,
  type RequestedLocation,
} from '../article-url.ts'
import { ArticleCover } from '../article-cover.tsx'
import { ArticleEnd } from '../article.parts.ts'
import { refreshArticles } from '../article.queries.ts'
import { ArticleBar } from './article-bar.tsx'
import { ArticleMetadata } from './article-metadata.tsx'
import { rememberMode, rememberedMode } from './remembered-mode.ts'
import { ModeChoice } from './mode-choice.tsx'
import { CreateNotes, NoteCards } from './note-cards.tsx'
import { ReadingTabs } from './reading-tabs.tsx'
import { useFollowedMoments } from './use-followed-moments.ts'
import { useArticleLinks } from '../article-links.ts'
import { useArticleActions, type WorkspaceTree } from '../actions/use-article-actions.ts'
import * as texts from '../texts.ts'
import { ArticlePlayer } from './article-player.tsx'
import styles from './article-view.module.css'

type ArticleViewProps = { article: Article; browsed: WorkspaceTree | undefined; params: ArticleParams }

export function ArticleView({ article, browsed, params }: ArticleViewProps) {
  const head = useRef<HTMLHeadingElement>(null)
  const asked = requestedLocation(article, params)
  const kept = useRememberedMode(article, params, asked)
  const side = initialView(article, asked.mode ?? kept, asked.tabId)
  const tab = article.textTabs.find(({ id }) => id === side.activeTabId)
  const title = article.title || texts.untitled
  const isWatching = side.mode === 'video'
  const isPhone = usePhone()
  const momentLinks = useFollowedMoments(article, useArticleLinks())

  // Another article starts at its top; another tab of the same one keeps the scroll position.
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
        openTabId={isWatching ? undefined : tab?.id}
      />
      {article.isHasText && <QuoteNavigation article={article} />}
      {!isWatching && <ArticleCover cover={article.cover} />}
      <article className={styles.sheet} data-wide={isWatching || undefined} aria-labelledby="article-title">
        {article.workspace?.isArchived ? (
          <ArchivedWorkspaceBanner workspace={browsed?.workspace} className={styles.banner} />
        ) : (
          article.isArchived && <ArchivedBanner article={article} />
        )}
        <h1 id="article-title" ref={head} className={styles.title} data-emoji={article.icon}>
          {title}
        </h1>
        <ArticleMetadata article={article} isWatching={isWatching} hasReview={readToken() !== null} />
        {isPhone && <ModeChoice article={article} shown={side.mode} />}
        {isWatching && <ArticlePlayer article={article} />}
        {isWatching && <NoteCards article={article} />}
        {!isWatching && article.textTabs.length > 1 && <ReadingTabs article={article} activeId={tab?.id ?? null} />}
        {!isWatching && (
          <div
            className={styles.text}
            role={article.textTabs.length > 1 ? 'tabpanel' : undefined}
            aria-label={article.textTabs.length > 1 ? tab?.title : undefined}
            {...momentLinks}
          >
            {article.isHasText && tab ? (
              <TabText key={tab.id} article={article} tab={tab} />
            ) : (
              <NoNotes article={article} hasTab={tab !== undefined} />
            )}
          </div>
        )}
        <UpdateNotice article={article} />
      </article>
      <ArticleEnd article={article} />
    </>
  )
}

/** The mode chosen earlier in this workspace, if the article has it; the URL is updated. */
function useRememberedMode(article: Article, params: ArticleParams, asked: RequestedLocation): ArticleMode | null {
  const navigate = useNavigate()
  const isOpen = asked.mode === null && asked.tabId === null && asked.paragraphId === null
  const chosen = parseMode(params.part)
  useEffect(() => {
    if (chosen) rememberMode(params.workspaceId, chosen)
  }, [chosen, params.workspaceId])
  const kept = isOpen ? rememberedMode(params.workspaceId, article) : null
  useEffect(() => {
    const right = kept && articleParams(article, { mode: kept })
    if (right)
      void navigate({ to: articleRoute, params: right, search: true, hash: true, replace: true, resetScroll: false })
  }, [kept, article, navigate])
  return kept
}

function TabText({ article, tab: { id, text } }: { article: Article; tab: Article['textTabs'][number] }) {
  const tabIds = useTabIds(article)
  if (text === '') return <p className="kr-muted">{texts.thisTabIsEmpty}</p>
  return (
    <QuotedNote articleId={article.id} tabId={id} tabIds={tabIds} isReadOnly={!article.abilities.comment}>
      <NoteText html={text} articleId={article.id} />
    </QuotedNote>
  )
}

const useTabIds = ({ textTabs }: Article): string[] => useMemo(() => textTabs.map(({ id }) => id), [textTabs])

/** Leads from a comment to its quote, in whichever tab it is. */
function QuoteNavigation({ article }: { article: Article }) {
  const navigate = useNavigate()
  const tabIds = useTabIds(article)
  const openTab = useCallback(
    (tabId: string) => {
      const tab = article.textTabs.find(({ id }) => id === tabId)
      const params = tab && articleParams(article, { tabSlug: tab.slug })
      if (params) void navigate({ to: articleRoute, params, replace: true, resetScroll: false })
    },
    [article, navigate],
  )
  return <QuoteNavigator articleId={article.id} tabIds={tabIds} onOpenTab={openTab} />
}

/** Either there are no notes, or the URL requests a mode without an open tab. */
function NoNotes({ article, hasTab }: { article: Article; hasTab: boolean }) {
  const isNarrow = useNarrow()
  if (article.isHasText && !hasTab) {
    return <EmptyState drawing="draft" text={texts.youDontHaveAnyActive} />
  }
  const mayCreate = article.abilities.editArticles && !isNarrow && !article.isArchived
  return (
    <EmptyState drawing="draft" text={texts.youDontHaveAnyNotes}>
      {mayCreate && <CreateNotes article={article} isPrimary />}
    </EmptyState>
  )
}

function ArchivedBanner({ article }: { article: Article }) {
  const { unarchive } = useArticleActions()
  return (
    <div className={styles.banner}>
      <Banner
        icon={<IconArchive />}
        tone="accent"
        action={
          article.abilities.editArticles && (
            <Button variant="subtle" onClick={() => void unarchive(article)}>
              {texts.unarchive}
            </Button>
          )
        }
      >
        {texts.thisArticleIsArchived}
      </Banner>
    </div>
  )
}

/** Nothing replaces a text that is being read; the reader decides when to see what a colleague has published. */
function UpdateNotice({ article }: { article: Pick<Article, 'id' | 'hash'> }) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (!useIsOutdated(article.id, article.hash)) return null
  const reload = () => {
    setBusy(true)
    void refreshArticles(queryClient).finally(() => setBusy(false))
  }
  return (
    <div className={styles.notice}>
      <Banner
        icon={<IconRefresh />}
        tone="accent"
        action={
          <Button variant="subtle" loading={isBusy} onClick={reload}>
            {texts.reload}
          </Button>
        }
      >
        {texts.thisArticleWasUpdated}
      </Banner>
    </div>
  )
}
