import { useEffect } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { IconFileText, IconPlus, IconVideo } from '@tabler/icons-react'
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { openCreateArticle } from '../article/index.ts'
import { companyCreatedParam, openCreateCompany } from '../company/index.ts'
import { api } from '../platform/api/api.ts'
import { Kbd } from '../ui/chip.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { LoadError } from '../ui/page/load-error.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ListSkeleton } from '../ui/page/skeleton.tsx'
import { showSuccess } from '../ui/toast/toast.ts'
import { useMe } from '../user/index.ts'
import { SearchBox } from './search-box.tsx'
import * as texts from './texts.ts'
import styles from './home-page.module.css'

const maxLatestArticles = 8

export function HomePage() {
  usePageTitle()
  useCompanyCreatedMessage()
  const hasNoCompany = useMe()?.user.company === null
  return (
    <PageMain>
      <div className={styles.home}>
        <h1 className="kr-display">{texts.howCanIHelp}</h1>
        <HomeSearch />
        {hasNoCompany ? <NoCompany /> : <LatestArticles />}
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

function LatestArticles() {
  const latest = useQuery({
    queryKey: ['article', 'latest'],
    queryFn: ({ signal }) => api.article.list({}, { signal }),
    meta: { isErrorShown: true },
  })
  const articles = latest.data?.articles.filter(isNotArchived).slice(0, maxLatestArticles) ?? []
  if (latest.isSuccess && articles.length === 0) return <NothingPublished />
  return (
    <section className={styles.latest} aria-label={texts.latestArticles}>
      <div className={styles.head}>
        <h2>{texts.latestArticles}</h2>
        <Link to="/workspaces" className="kr-second">
          {texts.allWorkspaces}
        </Link>
      </div>
      {latest.isPending && <ListSkeleton rows={4} height={68} />}
      {latest.isError && (
        <LoadError
          text={texts.theLatestArticlesCouldNot}
          onRetry={() => void latest.refetch()}
          isRetrying={latest.isFetching}
        />
      )}
      <ul className={styles.cards}>
        {articles.map((article) => (
          <li key={article.id}>
            <ArticleCard article={article} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Archived articles are no news. */
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

function ArticleCard({ article }: { article: ArticleSummary }) {
  const Icon = article.duration > 0 ? IconVideo : IconFileText
  const { workspace } = article
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
      <span className={styles.paper} aria-hidden>
        <Icon />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>{article.title || texts.untitled}</span>
        <span className="kr-second kr-muted kr-trunc">
          {workspace.title} · <RelativeTime time={article.publishedAt ?? article.updatedAt} />
        </span>
      </span>
    </Link>
  )
}
