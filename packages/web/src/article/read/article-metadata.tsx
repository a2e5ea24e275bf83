import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { ReviewChip } from '../../review/index.ts'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { shownName } from '../../ui/identity/shown-name.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatAge, formatLongDate } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import { readingMinutes } from './reading-time.ts'
import styles from './article-view.module.css'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { readToken } from '../../platform/session/session-token.ts'
import { Chip } from '../../ui/chip.tsx'
import { openDialog } from '../../ui/dialog/dialogs.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import own from '../tags/article-tags.module.css'

type ArticleMetadataProps = {
  article: Article
  isWatching: boolean
  /** Shows who answers for it; for members of its company. */
  hasReview?: boolean
}

/** Author, date and tags; in one line above a recording, so that the picture starts high on the page. */
export function ArticleMetadata({ article, isWatching, hasReview = false }: ArticleMetadataProps) {
  const minutes = isWatching ? 0 : readingMinutes(article.textTabs.map(({ text }) => text))
  const { author } = article
  return (
    <div className={styles.about} data-row={isWatching || undefined}>
      <div className={styles.facts}>
        {author && <PersonAvatar person={author} isDecorative />}
        <span className={styles.who} title={author?.name}>
          {shownName(author?.name ?? texts.unknownAuthor)}
        </span>
        <i />
        <Updated article={article} />
        {minutes > 0 && (
          <>
            <i />
            <span className="kr-num">{texts.minutesMinRead(minutes)}</span>
          </>
        )}
      </div>
      <ArticleTags article={article} />
      {hasReview && (
        <ReviewChip
          articleId={article.id}
          mayEdit={article.abilities.editArticles && !article.isArchived && article.workspace?.isArchived === false}
        />
      )}
    </div>
  )
}

/** The date of the publish; once published again, "Updated 3 days ago by Jonas Lindqvist". */
function Updated({ article: { author, updatedByUser, publishedAt, updatedAt, createdAt } }: { article: Article }) {
  const firstAt = publishedAt ?? createdAt
  if (Date.parse(updatedAt) <= Date.parse(firstAt)) return <time dateTime={firstAt}>{formatLongDate(firstAt)}</time>
  const isByOther = updatedByUser !== null && updatedByUser.id !== author?.id
  return (
    <span title={isByOther ? updatedByUser.name : undefined}>
      {texts.updated}
      <RelativeTime time={updatedAt} format={formatAge} />
      {isByOther && texts.byName(shownName(updatedByUser.name))}
    </span>
  )
}

/** The tags of an article; editors change them here, except on narrow screens. */
function ArticleTags({ article }: { article: Article }) {
  const { tags, abilities, isArchived, workspace } = article
  const isNarrow = useNarrow()
  const hasTagPage = workspace !== null && readToken() !== null
  const mayEdit = !isNarrow && abilities.editArticles && !isArchived && workspace?.isArchived === false
  if (tags.length === 0 && !mayEdit) return null
  const edit = () =>
    void openDialog(() => import('../tags/tags-dialog.tsx').then((module) => module.TagsDialog), {
      articleId: article.id,
    })
  return (
    <div className={own.row}>
      {tags.length > 0 ? (
        <ul className={styles.tags} aria-label={texts.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              {hasTagPage ? (
                <Link to="/tags/$tag" params={{ tag }}>
                  <Chip>{tag}</Chip>
                </Link>
              ) : (
                <Chip>{tag}</Chip>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <span className="kr-second kr-muted">{texts.tagsNotAdded}</span>
      )}
      {mayEdit && (
        <button type="button" className={own.add} aria-label={texts.tagEditTheTags} onClick={edit}>
          <IconPlus className="kr-icon-14" />
          {texts.tag}
        </button>
      )}
    </div>
  )
}
