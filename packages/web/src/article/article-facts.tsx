import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { PersonAvatar } from '../ui/person-avatar.tsx'
import { formatLongDate } from '../ui/time-format.ts'
import { ArticleTags } from './article-tags.tsx'
import { readingMinutes } from './reading-time.ts'
import styles from './article-view.module.css'

/** Who wrote it and when, and its tags; above a recording in one line, so that the picture stands high. */
export function ArticleFacts({ article, isWatching }: { article: Article; isWatching: boolean }) {
  const minutes = isWatching ? 0 : readingMinutes(article.textTabs.map(({ text }) => text))
  const { author } = article
  return (
    <div className={styles.about} data-row={isWatching || undefined}>
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
      <ArticleTags article={article} />
    </div>
  )
}
