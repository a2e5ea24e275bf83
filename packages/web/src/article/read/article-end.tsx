import { UnstyledButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { shownName } from '../../ui/identity/shown-name.ts'
import { formatFullTime, formatLongDate } from '../../ui/time-format.ts'
import { useMe } from '../../user/index.ts'
import { LinkPreviews } from '../links/link-previews.tsx'
import { LinkedFrom } from '../links/linked-from.tsx'
import * as texts from '../versions/texts.ts'
import { toggleVersions } from '../versions/version-panel-state.ts'
import styles from './article-view.module.css'

const { countedVersions } = articleLimits

/** What follows the text of an article, and the cards of its links. Its code loads when the page is idle. */
export function ArticleEnd({ article }: { article: Article }) {
  const isMember = useMe()?.user.company != null
  return (
    <>
      <LinkedFrom key={article.id} articleId={article.id} />
      <PublishedFooter article={article} />
      {isMember && <LinkPreviews article={article} />}
    </>
  )
}

/** Shows when the article was first published and, for editors, how many versions it has. */
function PublishedFooter({ article }: { article: Article }) {
  const { publishedAt, author, versionsCount } = article
  if (publishedAt === null) return null
  const name = author?.name ?? texts.unknownAuthor
  return (
    <footer className={styles.published}>
      <IconHistory className="kr-icon-16" aria-hidden />
      <span className="kr-grow kr-trunc" title={formatFullTime(publishedAt)}>
        {texts.publishedDateBy(formatLongDate(publishedAt), shownName(name))}
      </span>
      {versionsCount !== null && versionsCount > 0 && (
        <UnstyledButton className={styles.saved} onClick={() => toggleVersions(article.id)}>
          {texts.savedVersions(Math.min(versionsCount, countedVersions), versionsCount > countedVersions)}
        </UnstyledButton>
      )}
    </footer>
  )
}
