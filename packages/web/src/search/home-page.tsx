import { useEffect } from 'react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import type { ArticlePreview, ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { ArticlePoster, openCreateArticle, usePreviews, type RecentArticle } from '../article/index.ts'
import { companyCreatedParam, openCreateCompany, useHasCompanyAccess } from '../company/index.ts'
import { api } from '../platform/api/api.ts'
import { Kbd } from '../ui/chip.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListSkeleton } from '../ui/page/list-skeleton.tsx'
import { formatDuration } from '../ui/time-format.ts'
import { showSuccess } from '../ui/toast/toast.ts'
import { WorkspaceAvatar } from '../ui/identity/workspace-avatar.tsx'
import { useOnline } from '../ui/use-online.ts'
import { useMe } from '../user/index.ts'
import { FirstSteps } from './first-steps.tsx'
import { SearchBox } from './search-box.tsx'
import { useRecentArticles } from './use-recent-articles.ts'
import * as texts from './texts.ts'
import styles from './home-page.module.css'

const maxNew = 8
const maxNewBesideRecent = 4

export function HomePage() {
  usePageTitle()
  useCompanyCreatedMessage()
  const user = useMe()?.user
  const hasFirstSteps = user?.hasFirstSteps === true && user.abilities.createArticle
  return (
    <PageMain>
      <div className={styles.home}>
        <h1 className="kr-display">{texts.howCanIHelp}</h1>
        <HomeSearch />
        {hasFirstSteps && (
          <div className={styles.firstSteps}>
            <FirstSteps />
          </div>
        )}
        {user?.company === null ? <NoCompany /> : <Articles hasEmptyState={!hasFirstSteps} />}
      </div>
    </PageMain>
  )
}

/** Shown once, after the first page of a new company has loaded. */
function useCompanyCreatedMessage() {
  const company = useMe()?.user.company
  const navigate = useNavigate()
  const isFounded = useLocation({ select: ({ search }) => companyCreatedParam in search })
  useEffect(() => {
    if (!company || !isFounded) return
    showSuccess(texts.companyCreated(company.title))
    void navigate({ to: '/', replace: true })
  }, [company, isFounded, navigate])
}

function NoCompany() {
  const mayCreate = useMe()?.user.abilities.createCompany === true
  return (
    <EmptyState drawing="workspaces" text={mayCreate ? texts.youreNotInCompanyYet : texts.youreNotInCompanyYetYou}>
      {mayCreate && (
        <Button variant="filled" leftSection={<IconPlus />} onClick={openCreateCompany}>
          {texts.createACompany}
        </Button>
      )}
    </EmptyState>
  )
}

function HomeSearch() {
  return (
    <div className={styles.search}>
      <SearchBox variant="home" fieldId="home-search" placeholder={texts.askAQuestion} onClose={stay}>
        <span className={styles.key}>
          <Kbd>/</Kbd>
        </span>
      </SearchBox>
    </div>
  )
}

const stay = () => undefined

/** The first steps say what to do as long as there is nothing. */
function Articles({ hasEmptyState }: { hasEmptyState: boolean }) {
  const recent = useRecentArticles()
  const latest = useQuery({
    queryKey: ['article', 'latest'],
    queryFn: ({ signal }) => api.article.list({}, { signal }),
    enabled: useHasCompanyAccess(),
    meta: { isErrorShown: true },
  })
  const recentIds = new Set(recent.map(({ id }) => id))
  const articles = (latest.data?.articles ?? [])
    .filter((article) => isNotArchived(article) && !recentIds.has(article.id))
    .slice(0, recent.length > 0 ? maxNewBesideRecent : maxNew)
  const previews = usePreviews([...recentIds, ...articles.map(({ id }) => id)])
  if (latest.isSuccess && recent.length === 0 && articles.length === 0)
    return <div role="status">{hasEmptyState && <NothingPublished />}</div>
  return (
    <>
      {recent.length > 0 && (
        <section className={styles.section} aria-label={texts.recentlyOpened}>
          <SectionHead title={texts.recentlyOpened} hasLink />
          <ul className={styles.cards}>
            {recent.map((article) => (
              <li key={article.id}>
                <ArticleCard article={article} time={article.openedAt} preview={previews.of.get(article.id)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {(latest.isPending || latest.isError || articles.length > 0) && (
        <section className={styles.section} aria-label={texts.newInYourWorkspaces}>
          <SectionHead title={texts.newInYourWorkspaces} hasLink={recent.length === 0} />
          <div role="status">
            <LatestState latest={latest} />
          </div>
          <ul className={styles.cards}>
            {articles.map((article) => (
              <li key={article.id}>
                <ArticleCard
                  article={article}
                  time={article.publishedAt ?? article.updatedAt}
                  preview={previews.of.get(article.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** In a region that is announced. */
function LatestState({ latest }: { latest: UseQueryResult }) {
  const isOnline = useOnline()
  if (latest.isSuccess) return null
  if (!isOnline) return <EmptyState drawing="error" text={texts.youreOfflineArticlesWillLoad} />
  if (latest.isPending) return <ListSkeleton rows={2} height={200} />
  const retry = () => void latest.refetch()
  return <LoadError text={texts.theLatestArticlesCouldNot} onRetry={retry} isRetrying={latest.isFetching} />
}

function SectionHead({ title, hasLink }: { title: string; hasLink: boolean }) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {hasLink && (
        <Link to="/workspaces" className="kr-second">
          {texts.allWorkspaces}
        </Link>
      )}
    </div>
  )
}

/** Excludes archived articles and articles of archived workspaces. */
const isNotArchived = ({ isArchived, workspace }: ArticleSummary) => !isArchived && workspace?.isArchived === false

function NothingPublished() {
  const mayCreate = useMe()?.user.abilities.createArticle === true
  return (
    <EmptyState drawing="newArticle" text={texts.articlesYourTeamPublishesAppear}>
      {mayCreate && (
        <Button variant="filled" leftSection={<IconPlus />} onClick={() => openCreateArticle()}>
          {texts.createAnArticle}
        </Button>
      )}
    </EmptyState>
  )
}

type ArticleCardProps = {
  article: Omit<RecentArticle, 'url'>
  time: string | undefined
  preview: ArticlePreview | undefined
}

/** The poster of a recording, or the first words of a text. */
function ArticleCard({ article, time, preview }: ArticleCardProps) {
  const { workspace, duration } = article
  if (!workspace) return null
  return (
    <Link
      className={styles.card}
      to="/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}"
      params={{
        workspaceId: workspace.shortId,
        workspaceSlug: workspace.slug,
        articleId: article.shortId,
        articleSlug: article.slug,
      }}
    >
      {duration > 0 ? (
        <ArticlePoster url={preview?.posterUrl ?? null} className={styles.poster}>
          <span className={styles.duration}>{formatDuration(duration)}</span>
        </ArticlePoster>
      ) : (
        <span className={styles.paper} data-blank={!preview?.excerpt || undefined} aria-hidden>
          <IconFileText />
          <span>{preview?.excerpt}</span>
        </span>
      )}
      <span className={styles.title} data-emoji={article.icon}>
        {article.title || texts.untitled}
      </span>
      <span className={styles.path}>
        <WorkspaceAvatar id={workspace.id} title={workspace.title} size={20} />
        <span className="kr-trunc">
          {workspace.title}
          {time !== undefined && (
            <>
              {' · '}
              <RelativeTime time={time} />
            </>
          )}
        </span>
      </span>
    </Link>
  )
}
