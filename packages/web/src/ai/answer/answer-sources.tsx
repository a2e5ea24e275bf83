import type { MouseEvent } from 'react'
import { IconFileText, IconPlayerPlay, IconVideo } from '@tabler/icons-react'
import type { AnswerMessage, AnswerSource } from '@knowreel/shared/ai/answer.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { formatDuration, formatLongDate } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import styles from './answer.module.css'

export type OpenSource = {
  readonly urlOf: (result: SearchResult) => string | null
  readonly onOpen: (result: SearchResult, event: MouseEvent) => void
}

type AnswerSourcesProps = OpenSource & {
  answer: AnswerMessage
  /** The one whose citation was pressed. */
  chosen: number | null
  idOf: (number: number) => string
}

/** The cited locations, by article. */
export function AnswerSources({ answer, chosen, idOf, urlOf, onOpen }: AnswerSourcesProps) {
  const { sources } = answer.metadata
  if (sources.length === 0) return null
  const articles = [...Map.groupBy(sources, ({ articleId, draftId }) => articleId ?? draftId).values()]
  const title = answer.kind === 'answer' ? texts.summarisedFromTheseArticles : texts.foundInTheseArticles
  return (
    <section className={styles.sources} aria-label={title}>
      <h2 className={styles.sourcesTitle}>
        {title} <span className="kr-muted">{articles.length}</span>
      </h2>
      {articles.map((of) => (
        <Article key={of[0]?.number} sources={of} chosen={chosen} idOf={idOf} urlOf={urlOf} onOpen={onOpen} />
      ))}
    </section>
  )
}

/** Whether somebody answers for the article that an answer is based on. */
function ReviewFact({ review: { state, reviewAt, confirmedAt } }: { review: NonNullable<AnswerSource['review']> }) {
  if (state === 'due') return <span className={styles.due}>{texts.reviewDue(formatLongDate(`${reviewAt}T12:00`))}</span>
  if (state !== 'confirmed' || confirmedAt === null) return null
  return <span className={styles.confirmed}>{texts.confirmedOn(formatLongDate(confirmedAt))}</span>
}

function Article({
  sources,
  chosen,
  idOf,
  urlOf,
  onOpen,
}: Omit<AnswerSourcesProps, 'answer'> & { sources: AnswerSource[] }) {
  const [first] = sources
  if (!first) return null
  const { workspace, author, updatedAt, duration } = first.result
  const facts = [workspace?.title, author, updatedAt && formatLongDate(updatedAt)].filter(Boolean).join(' · ')
  return (
    <div className={styles.article} data-chosen={sources.some(({ number }) => number === chosen) || undefined}>
      <div className={styles.articleHead}>
        <span className={styles.paper}>{duration > 0 ? <IconVideo /> : <IconFileText />}</span>
        <span className={styles.articleWords}>
          <b>{first.title || texts.untitled}</b>
          <span className="kr-second kr-muted">{facts}</span>
          {first.review && <ReviewFact review={first.review} />}
        </span>
      </div>
      {sources.map(({ number, quote, result }) => (
        <a
          key={number}
          id={idOf(number)}
          className={styles.source}
          data-chosen={number === chosen || undefined}
          href={urlOf(result) ?? undefined}
          onClick={(event) => onOpen(result, event)}
        >
          <span className={styles.number}>{number}</span>
          <span className={styles.quote}>{quote === '' ? first.title || texts.untitled : `“${quote}”`}</span>
          {result.startTime !== null && (
            <span className={styles.time}>
              <IconPlayerPlay className="kr-icon-14" />
              {formatDuration(result.startTime)}
            </span>
          )}
        </a>
      ))}
    </div>
  )
}
