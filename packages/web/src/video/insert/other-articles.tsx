import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../../platform/api/api.ts'
import { SearchField } from '../../ui/list/search-field.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import * as texts from '../texts.ts'
import { timeLabel } from '../timeline/timeline-geometry.ts'
import { RecordingList, type RecordingListProps } from './recording-list.tsx'
import styles from './insert-recording.module.css'

const searchDelayMs = 250

type OtherArticlesProps = Omit<RecordingListProps, 'videos'>

/** The recordings of all articles that the person may download: first the articles, then the recordings of one. */
export function OtherArticles(props: OtherArticlesProps) {
  const [title, setTitle] = useState('')
  const [article, setArticle] = useState<ArticleSummary | null>(null)
  const found = useQuery({
    queryKey: ['article', 'downloadable', title],
    queryFn: ({ signal }) => api.article.list({ query: { downloadable: '1', title: title.trim() } }, { signal }),
    meta: { isErrorShown: true },
  })
  if (article !== null) return <ArticleRecordings {...props} article={article} onBack={() => setArticle(null)} />
  const articles = found.data?.articles ?? []
  return (
    <>
      <SearchField
        placeholder={texts.searchArticles}
        value={title}
        onChange={setTitle}
        debounceMs={searchDelayMs}
        width="100%"
      />
      {found.isPending && <ListSkeleton rows={3} height={45} />}
      {found.isError && <LoadError text={texts.articlesCouldNotBeLoaded} onRetry={() => void found.refetch()} />}
      {found.isSuccess && articles.length === 0 && <p className={styles.hint}>{texts.noRecordingsFound}</p>}
      <ul className={styles.list} aria-label={texts.articles}>
        {articles.map((one) => (
          <li key={one.id}>
            <button type="button" className={styles.choice} onClick={() => setArticle(one)}>
              <IconVideo />
              <span className={styles.name}>{one.title}</span>
              <span className={styles.length}>{timeLabel(one.duration)}</span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{texts.onlyRecordingsYouCanDownload}</p>
    </>
  )
}

type ArticleRecordingsProps = OtherArticlesProps & { article: ArticleSummary; onBack: () => void }

function ArticleRecordings({ article, onBack, ...props }: ArticleRecordingsProps) {
  const loaded = useQuery({
    queryKey: ['article', 'recordings', article.id],
    queryFn: ({ signal }) => api.article.get({ params: { id: article.id } }, { signal }),
    meta: { isErrorShown: true },
  })
  return (
    <>
      <Button className={styles.back} variant="subtle" leftSection={<IconArrowLeft />} onClick={onBack}>
        {article.title}
      </Button>
      {loaded.isPending && <ListSkeleton rows={1} height={63} />}
      {loaded.isError && <LoadError text={texts.articlesCouldNotBeLoaded} onRetry={() => void loaded.refetch()} />}
      {loaded.data && (
        <RecordingList
          {...props}
          videos={loaded.data.article.videos.filter(({ url, duration }) => url !== null && duration !== null)}
        />
      )}
    </>
  )
}
