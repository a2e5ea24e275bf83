import type { MouseEvent } from 'react'
import {
  IconAlignLeft,
  IconFilePencil,
  IconFileText,
  IconHistory,
  IconPaperclip,
  IconMessage2,
  IconPlayerPlay,
  IconTag,
  IconTextScan2,
  IconVideo,
} from '@tabler/icons-react'
import type { SearchResult } from '@knowreel/shared/search/search.calls.ts'
import type { SearchQuery } from '@knowreel/shared/search/search-query.ts'
import { Kbd } from '../ui/chip.tsx'
import { formatDuration } from '../ui/time-format.ts'
import { WorkspaceAvatar } from '../ui/identity/workspace-avatar.tsx'
import { MarkedText } from './marked-text.tsx'
import { resultUrl } from './result-url.ts'
import * as texts from './texts.ts'
import styles from './results.module.css'

type ResultRowProps = {
  id: string
  result: SearchResult
  query: SearchQuery
  isActive: boolean
  onActivate: () => void
  onOpen: (result: SearchResult, event: MouseEvent) => void
}

export const optionId = (listId: string, { id }: SearchResult): string => `${listId}-${id}`

/** One result: what it is, its words, where it is, and its time or number at the right. */
export function ResultRow({ id, result, query, isActive, onActivate, onOpen }: ResultRowProps) {
  const { title, place, detail } = wordsOf(result)
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
        <ResultIcon result={result} />
      </span>
      <span className={styles.words}>
        <span className={styles.title}>
          <MarkedText text={title} query={query} />
          {place && <span className={styles.place}> {texts.inArticle(place)}</span>}
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
  if (result.attachment) return <IconPaperclip />
  if (result.isDraft) return <IconFilePencil />
  return category === 'article' && duration > 0 ? <IconVideo /> : <IconFileText />
}

type Words = { title: string; detail: string; /** The article that contains it. */ place?: string }

/** A match in a text is shown as a quotation below the part of the article where it is. */
function wordsOf(result: SearchResult): Words {
  const { category, title, trimmedText, articleTitle } = result
  const name = title || texts.untitled
  if (category === 'none' || category === 'workspace' || category === 'tag')
    return { title: name, detail: kindOf(result) }
  if (category === 'paragraph') return { title: name, detail: articleTitle ?? '' }
  if (trimmedText !== null) {
    const part = result.timedText
      ? texts.timedTexts[result.timedText]
      : result.attachment
        ? attachmentLabel(result.attachment)
        : result.textTabs[0]?.title
    const place = articleTitle || texts.untitled
    const detail = texts.quoted(trimmedText)
    return part === undefined ? { title: place, detail } : { title: part, place, detail }
  }
  return { title: name, detail: pathOf(result) }
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
  const place = result.workspace?.title ?? (result.sharedToken === null ? texts.noWorkspace : texts.sharedWithYou)
  const article = result.category === 'article' || result.category === 'draft' ? '' : result.articleTitle
  return [place, result.parentArticle?.title, article].filter(Boolean).join(' › ')
}

function Fact({ result: { category, startTime, duration, count } }: { result: SearchResult }) {
  if (startTime !== null)
    return (
      <span className={styles.fact} data-time>
        <IconPlayerPlay className="kr-icon-14" />
        {formatDuration(startTime)}
      </span>
    )
  if (category === 'article' && duration > 0) return <span className={styles.fact}>{formatDuration(duration)}</span>
  if (count !== null) return <span className={styles.fact}>{texts.articles(count)}</span>
  return null
}
