import { UnstyledButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { shownName } from '../../ui/identity/shown-name.ts'
import { formatFullTime, formatLongDate } from '../../ui/time-format.ts'
import * as texts from '../versions/texts.ts'
import { versionsQuery } from '../versions/version.queries.ts'
import { toggleVersions } from '../versions/version-panel-state.ts'
import styles from './article-view.module.css'

/**
 * Shows when the article was first published and, for editors, how many versions it has. Its code loads when the page is
 * idle.
 */
export function PublishedFooter({ article }: { article: Article }) {
  const { publishedAt, author } = article
  if (publishedAt === null) return null
  const name = author?.name ?? texts.unknownAuthor
  return (
    <footer className={styles.published}>
      <IconHistory className="kr-icon-16" aria-hidden />
      <span className="kr-grow kr-trunc" title={formatFullTime(publishedAt)}>
        {texts.publishedDateBy(formatLongDate(publishedAt), shownName(name))}
      </span>
      {article.abilities.editArticles && article.workspace && (
        <SavedVersions articleId={article.id} workspaceId={article.workspace.id} />
      )}
    </footer>
  )
}

/** Opens the panel of the versions. */
function SavedVersions({ articleId, workspaceId }: { articleId: string; workspaceId: string }) {
  const { data } = useQuery(versionsQuery({ id: articleId, workspaceId }))
  if (!data || data.versions.length === 0) return null
  return (
    <UnstyledButton className={styles.saved} onClick={() => toggleVersions(articleId)}>
      {texts.savedVersions(data.versions.length, data.isTruncated === true)}
    </UnstyledButton>
  )
}
