import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { formatLongDate } from '../../ui/time-format.ts'
import { ArticleTags } from '../tags/article-tags.tsx'
import * as texts from '../texts.ts'
import { readingMinutes } from './reading-time.ts'
import styles from './article-view.module.css'

/** Author, date and tags; in one line above a recording, so that the picture starts high on the page. */
export function ArticleMetadata({ article, isWatching }: { article: Article; isWatching: boolean }) {
  const minutes = isWatching ? 0 : readingMinutes(article.textTabs.map(({ text }) => text))
  const { author } = article
  return (
    <div className={styles.about} data-row={isWatching || undefined}>
      <div className={styles.facts}>
        {author && <PersonAvatar person={author} isDecorative />}
        <span className={styles.who} title={author?.name}>
          {author?.name ?? texts.unknownAuthor}
        </span>
        <i />
        <time dateTime={article.publishedAt ?? article.createdAt}>
          {formatLongDate(article.publishedAt ?? article.createdAt)}
        </time>
        {minutes > 0 && (
          <>
            <i />
            <span className="kr-num">{texts.minutesMinRead(minutes)}</span>
          </>
        )}
      </div>
      <ArticleTags article={article} />
    </div>
  )
}
