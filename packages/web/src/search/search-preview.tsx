import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHistory, IconLink, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { SearchQuery } from '@knowreel/shared/search/search-query.ts'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import { ArticlePoster, usePreviews } from '../article/index.ts'
import { PersonAvatar } from '../ui/identity/person-avatar.tsx'
import { formatDuration, formatLongDate } from '../ui/time-format.ts'
import { copyWithToast } from '../ui/toast/copy-with-toast.ts'
import { MarkedText } from './results/marked-text.tsx'
import { attachmentLabel, hasPoster, pathOf, ResultIcon } from './results/result-row.tsx'
import { resultUrl } from './results/result-url.ts'
import * as texts from './texts.ts'
import styles from './search-preview.module.css'

/** Moving quickly through the list does not change the preview each time. */
const delayMs = 150
const askedCount = 3

type SearchPreviewProps = {
  result: SearchResult | null
  query: SearchQuery
  /** What was asked before, newest first. */
  asked: readonly SearchResult[]
  onOpen: (result: SearchResult, event: MouseEvent | KeyboardEvent) => void
  /** In place of a result. */
  children: ReactNode
}

/** More about the selected result. */
export function SearchPreview({ result, query, asked, onOpen, children }: SearchPreviewProps) {
  const [shown] = useDebouncedValue(result, delayMs)
  if (!shown || shown.category === 'none') return <div className={styles.preview}>{children}</div>
  const url = resultUrl(shown)
  const facts = [shown.author, shown.updatedAt && formatLongDate(shown.updatedAt)].filter(Boolean).join(', ')
  const at = shown.startTime === null ? null : formatDuration(shown.startTime)
  const copy = async () => {
    if (url !== null)
      await copyWithToast(new URL(url, location.href).href, { copied: texts.copied, notCopied: texts.notCopied })
  }
  return (
    <div className={styles.preview}>
      {isPlayed(shown) && <PreviewPoster result={shown} onOpen={onOpen} />}
      <div className={styles.previewHead}>
        {!isPlayed(shown) && <ResultIcon result={shown} />}
        <b>{(shown.articleTitle ?? shown.title) || texts.untitled}</b>
      </div>
      <p className="kr-second kr-muted">
        {shown.count === null ? pathOf({ ...shown, articleTitle: null }) : texts.articles(shown.count)}
      </p>
      {shown.category === 'paragraph' && <p className="kr-medium">{shown.title}</p>}
      {shown.attachment && <p className="kr-medium">{attachmentLabel(shown.attachment)}</p>}
      {shown.trimmedText !== null && (
        <blockquote className={styles.quote}>
          <MarkedText text={shown.trimmedText} query={query} />
        </blockquote>
      )}
      {shown.tags.length > 0 && <p className="kr-second kr-muted">{shown.tags.map((tag) => `#${tag}`).join('  ')}</p>}
      {facts !== '' && (
        <p className={styles.facts}>
          {shown.author !== null && (
            <PersonAvatar person={{ id: shown.author, name: shown.author }} size={20} isNeutral isDecorative />
          )}
          {facts}
        </p>
      )}
      <div className={styles.previewActions}>
        <Button
          variant="filled"
          tabIndex={-1}
          leftSection={at !== null && <IconPlayerPlayFilled className="kr-icon-16" />}
          onClick={(event) => onOpen(shown, event)}
        >
          {at === null ? texts.open : texts.playFrom(at)}
        </Button>
        <Button tabIndex={-1} leftSection={<IconLink className="kr-icon-16" />} onClick={() => void copy()}>
          {texts.copyLink}
        </Button>
      </div>
      {asked.length > 0 && (
        <div className={styles.asked}>
          <p className="kr-second kr-muted">{texts.recentlyAsked}</p>
          {asked.slice(0, askedCount).map((question) => (
            <button key={question.id} type="button" tabIndex={-1} onClick={(event) => onOpen(question, event)}>
              <IconHistory className="kr-icon-16" />
              <span>{question.title || texts.untitled}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}

/** Also of a paragraph, whose row has an icon. */
const isPlayed = (result: SearchResult): boolean =>
  hasPoster(result) || (result.category === 'paragraph' && result.articleId !== null && result.duration > 0)

/** The recording, and how far into it the words are. */
function PreviewPoster({ result, onOpen }: Pick<SearchPreviewProps, 'onOpen'> & { result: SearchResult }) {
  const { articleId, startTime, duration } = result
  const previews = usePreviews(articleId === null ? [] : [articleId])
  const length = formatDuration(duration)
  return (
    <button type="button" className={styles.frame} tabIndex={-1} aria-hidden onClick={(event) => onOpen(result, event)}>
      <ArticlePoster url={previews.of.get(articleId ?? '')?.posterUrl ?? null} className={styles.framePoster}>
        <span className={styles.framePlay}>
          <IconPlayerPlayFilled className="kr-icon-20" />
        </span>
        <span className={styles.frameTime} data-at={startTime !== null || undefined}>
          {startTime === null ? length : `${formatDuration(startTime)} / ${length}`}
        </span>
        {startTime !== null && (
          <span className={styles.frameBar}>
            <span style={{ width: `${Math.min(100, (100 * startTime) / duration)}%` }} />
          </span>
        )}
      </ArticlePoster>
    </button>
  )
}
