import type { MouseEvent } from 'react'
import {
  IconAlignLeft,
  IconFilePencil,
  IconFileText,
  IconHistory,
  IconPaperclip,
  IconPhoto,
  IconMessage2,
  IconPlayerPlayFilled,
  IconTag,
  IconTextScan2,
  IconVideo,
} from '@tabler/icons-react'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { SearchQuery } from '@knowreel/shared/search/search-query.ts'
import { ArticlePoster } from '../../article/index.ts'
import { Emoji } from '../../ui/emoji.tsx'
import { Kbd } from '../../ui/chip.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatDuration } from '../../ui/time-format.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { MarkedText } from './marked-text.tsx'
import { resultUrl } from './result-url.ts'
import * as texts from '../texts.ts'
import styles from './results.module.css'

type ResultRowProps = {
  id: string
  result: SearchResult
  query: SearchQuery
  /** Poster of the recording; undefined for results without a recording. */
  posterUrl: string | null | undefined
  isActive: boolean
  onActivate: () => void
  onOpen: (result: SearchResult, event: MouseEvent) => void
}

export const optionId = (listId: string, { id }: SearchResult): string => `${listId}-${id}`

/** One result: what it is, its words, where it is, and its time or number at the right. */
export function ResultRow({ id, result, query, posterUrl, isActive, onActivate, onOpen }: ResultRowProps) {
  const { title, location, detail } = wordsOf(result)
  return (
    <a
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      href={resultUrl(result) ?? undefined}
      className={styles.row}
      data-active={isActive || undefined}
      onPointerMove={onActivate}
      onClick={(event) => onOpen(result, event)}
      onAuxClick={(event) => event.button === 1 && onOpen(result, event)}
    >
      <span className={styles.mark}>
        {posterUrl === undefined ? (
          <ResultIcon result={result} />
        ) : (
          <ArticlePoster url={posterUrl} className={styles.poster} />
        )}
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <MarkedText text={title} query={query} />
          {location && <span className={styles.location}> {texts.inArticle(location)}</span>}
        </span>
        {detail !== '' && (
          <span className={styles.detail}>
            <MarkedText text={detail} query={query} />
          </span>
        )}
      </span>
      <Fact result={result} />
      {isActive && (
        <span className={styles.enter} aria-hidden>
          <Kbd>{'↵'}</Kbd>
        </span>
      )}
    </a>
  )
}

export function ResultIcon({ result }: { result: SearchResult }) {
  const { category, workspace, duration, timedText } = result
  if (category === 'workspace' && workspace) return <WorkspaceAvatar id={workspace.id} title={workspace.title} />
  if (category === 'none') return <IconHistory />
  if (category === 'tag') return <IconTag />
  if (category === 'paragraph') return <IconAlignLeft />
  if (timedText === 'speech') return <IconMessage2 />
  if (timedText === 'screen') return <IconTextScan2 />
  if (result.attachment) return isPicture(result.attachment) ? <IconPhoto /> : <IconPaperclip />
  if (result.isDraft) return <IconFilePencil />
  return <Emoji icon={result.icon}>{category === 'article' && duration > 0 ? <IconVideo /> : <IconFileText />}</Emoji>
}

/** Whether the result shows a poster instead of an icon. */
export const hasPoster = ({ category, duration, articleId }: SearchResult): boolean =>
  articleId !== null && duration > 0 && (category === 'article' || category === 'articleVideo')

const isPicture = ({ path }: NonNullable<SearchResult['attachment']>): boolean =>
  path?.startsWith('/files/images/') === true

type Words = { title: string; detail: string; /** The article that contains it. */ location?: string }

/** A match in a text is shown as a quotation below the part of the article where it is. */
function wordsOf(result: SearchResult): Words {
  const { category, title, trimmedText, articleTitle, author } = result
  const name = title || texts.untitled
  if (category === 'none' || category === 'workspace' || category === 'tag')
    return { title: name, detail: kindOf(result) }
  if (category === 'paragraph') return { title: name, detail: articleTitle ?? '' }
  if (category === 'draft') return { title: name, detail: author === null ? pathOf(result) : texts.draftBy(author) }
  if (trimmedText !== null) {
    const location = articleTitle || texts.untitled
    const detail = texts.quoted(trimmedText, isBeginning(result))
    if (result.timedText) {
      const shown = result.timedText === 'screen' ? texts.shownOnScreen : null
      return { title: detail, detail: [shown, location, author].filter(Boolean).join(' · ') }
    }
    const part = result.attachment ? attachmentLabel(result.attachment) : result.textTabs[0]?.title
    return part === undefined ? { title: location, detail } : { title: part, location, detail }
  }
  return { title: name, detail: pathOf(result) }
}

/** Whether the words around the match begin the text of the tab. */
const isBeginning = ({ trimmedText, foundTextProperties: found }: SearchResult): boolean => {
  const at = found === null ? -1 : (trimmedText ?? '').indexOf(found.textToFind)
  return found !== null && at !== -1 && at >= found.startIndex
}

/** `Manual.pdf, page 4`; presentations have slides, and tables sheets. */
export function attachmentLabel({ name, page }: NonNullable<SearchResult['attachment']>): string {
  if (page === null) return name
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  if (extension.startsWith('ppt')) return texts.slideOf(name, page)
  return extension.startsWith('xls') ? texts.sheetOf(name, page) : texts.pageOf(name, page)
}

const kindOf = ({ category }: SearchResult): string =>
  category === 'tag' ? texts.tag : category === 'workspace' ? texts.workspace : ''

/** The article with its workspace; for an article itself only the workspace. */
export function pathOf(result: SearchResult): string {
  const workspace = result.workspace?.title ?? (result.sharedToken === null ? texts.noWorkspace : texts.sharedWithYou)
  const article = result.category === 'article' || result.category === 'draft' ? '' : result.articleTitle
  return [workspace, result.parentArticle?.title, article].filter(Boolean).join(' › ')
}

function Fact({ result: { category, startTime, duration, count, updatedAt } }: { result: SearchResult }) {
  if (startTime !== null)
    return (
      <span className={styles.fact} data-time>
        <IconPlayerPlayFilled className="kr-icon-14" />
        {formatDuration(startTime)}
      </span>
    )
  if (category === 'article' && duration > 0) return <span className={styles.fact}>{formatDuration(duration)}</span>
  if (category === 'draft' && updatedAt !== null)
    return (
      <span className={styles.fact} data-edited>
        {texts.edited} <RelativeTime time={updatedAt} />
      </span>
    )
  if (count !== null) return <span className={styles.fact}>{texts.articles(count)}</span>
  return null
}
