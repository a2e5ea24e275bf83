import { LoadError } from '../ui/page/load-error.tsx'
import { AfterDelay, Skeleton } from '../ui/page/skeleton.tsx'
import * as texts from './texts.ts'
import styles from './read/article-view.module.css'

/** In the shape of an article: title, author and date, lines of text. */
export function ArticleSkeleton({ label = texts.loadingArticle }: { label?: string }) {
  return (
    <AfterDelay>
      <div className={styles.sheet}>
        <div className={styles.skeleton}>
          <p role="status" className={styles.loading}>
            {label}
          </p>
          <Skeleton width="82%" height={28} />
          <Skeleton width="46%" height={12} />
          <Skeleton height={1} />
          {[100, 96, 72, 98, 91, 40].map((width, index) => (
            <Skeleton key={index} width={`${width}%`} height={12} />
          ))}
        </div>
      </div>
    </AfterDelay>
  )
}

type ArticleLoadErrorProps = { onRetry: () => void; isRetrying: boolean }

export function ArticleLoadError({ onRetry, isRetrying }: ArticleLoadErrorProps) {
  return <LoadError text={texts.theArticleCouldNotBe} onRetry={onRetry} isRetrying={isRetrying} />
}
