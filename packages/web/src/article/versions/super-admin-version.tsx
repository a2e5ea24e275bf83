import { Select } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { anyWorkspace } from '@knowreel/shared/article/article-version.calls.ts'
import { Banner } from '../../ui/banner.tsx'
import { PageMain } from '../../ui/page/page-frame.tsx'
import { usePageTitle } from '../../ui/page/page-title.ts'
import { formatVersionTime } from '../../ui/time-format.ts'
import { ArticleSkeleton } from '../article-states.tsx'
import * as texts from './texts.ts'
import { useRedirectToEditing } from './use-redirect-to-editing.ts'
import { VersionFooter } from './version-footer.tsx'
import { VersionView } from './version-view.tsx'
import { versionQuery, versionsQuery } from './version.queries.ts'
import styles from './super-admin-version.module.css'
import bar from './version-bar.module.css'

type SuperAdminVersionProps = { articleId: string; number: number }

/** A version of an article that a super admin has no role in: read-only. */
export function SuperAdminVersion({ articleId, number }: SuperAdminVersionProps) {
  const versioned = { id: articleId, workspaceId: anyWorkspace }
  const { data, error } = useQuery(versionQuery(versioned, number))
  const { data: list } = useQuery({ ...versionsQuery(versioned), enabled: data !== undefined })
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useRedirectToEditing(articleId, error)
  usePageTitle(data && texts.articleTitleVersion(data.article.title || texts.untitled))
  if (!data) {
    return (
      <PageMain tone="paper">
        <ArticleSkeleton label={texts.loadingArticleVersion} />
      </PageMain>
    )
  }
  const renewVideos = () =>
    queryClient.fetchQuery({ ...versionQuery(versioned, number), staleTime: 0 }).then(({ article }) => article)
  return (
    <PageMain tone="paper">
      <div className={bar.bar}>
        <Select
          className={bar.compare}
          aria-label={texts.version}
          data={(list?.versions ?? [data.version]).map(({ version, time }) => ({
            value: String(version),
            label: formatVersionTime(time),
          }))}
          value={String(number)}
          onChange={(version) =>
            version !== null &&
            void navigate({ to: '/article/$id/v/$version/edit', params: { id: articleId, version }, search: {} })
          }
          allowDeselect={false}
        />
      </div>
      <div className={styles.notice}>
        <Banner icon={<IconShieldLock />} tone="accent">
          {texts.youCanSeeThisVersion}
        </Banner>
      </div>
      <VersionView content={data.article} renewVideos={renewVideos} />
      <VersionFooter version={data.version} />
    </PageMain>
  )
}
