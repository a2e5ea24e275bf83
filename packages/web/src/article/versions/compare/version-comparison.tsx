import { useMemo, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { VersionArticle, VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { LoadError } from '../../../ui/page/load-error.tsx'
import { formatDuration, formatVersionTime } from '../../../ui/time-format.ts'
import { ArticleSkeleton } from '../../article-states.tsx'
import { changeLabels, type ParagraphComparison } from './compare-paragraphs.ts'
import { ChangedWords } from './changed-words.tsx'
import { compareArticles, type ComparableContent, type Comparison, type TabOrderChange } from './compare-versions.ts'
import { noteParser } from './note-parser.ts'
import { TabChanges } from './tab-changes.tsx'
import type { VersionSearch } from '../version-search.ts'
import { versionQuery, type VersionedArticle } from '../version.queries.ts'
import bar from '../version-bar.module.css'
import sheet from '../../read/article-view.module.css'
import * as texts from '../texts.ts'
import styles from './version-comparison.module.css'

type LoadedVersion = { article: VersionArticle; version: VersionEntry }

type VersionComparisonProps = {
  article: Article
  versioned: VersionedArticle
  shown: LoadedVersion
  compare: NonNullable<VersionSearch['compare']>
}

/** The changes since a version, or before it: the older state is struck out, the newer one marked. */
export function VersionComparison({ article, versioned, shown, compare }: VersionComparisonProps) {
  const isCurrent = compare === 'current'
  const request = useQuery({ ...versionQuery(versioned, isCurrent ? 0 : compare), enabled: !isCurrent })
  const other = isCurrent
    ? { article, time: null }
    : request.data && { ...request.data, time: request.data.version.time }
  if (!other) {
    if (!request.isError) return <ArticleSkeleton label={texts.comparingVersions} />
    return (
      <LoadError
        text={texts.theOtherVersionCouldNot}
        onRetry={() => void request.refetch()}
        isRetrying={request.isFetching}
      />
    )
  }
  const isShownOlder = other.time === null || other.time > shown.version.time
  const ends = [
    { content: shown.article, name: formatVersionTime(shown.version.time) },
    { content: other.article, name: other.time === null ? texts.theCurrentVersion : formatVersionTime(other.time) },
  ] as const
  const [before, after] = isShownOlder ? ends : [ends[1], ends[0]]
  return <VersionChanges before={before} after={after} />
}

type ComparedSide = { content: ComparableContent; name: string }

function VersionChanges({ before, after }: { before: ComparedSide; after: ComparedSide }) {
  const found = useMemo(
    () => compareArticles(before.content, after.content, noteParser),
    [before.content, after.content],
  )
  return (
    <article className={`${sheet.sheet} ${bar.under}`} aria-labelledby="version-title">
      <h1 id="version-title" className={sheet.title}>
        {found.title ? <ChangedWords line={found.title} /> : after.content.title || texts.untitled}
      </h1>
      <p className={styles.between}>{texts.fromBeforeNameToAfterName(before.name, after.name)}</p>
      {found.isSame && <EmptyState drawing="draft" text={texts.theseTwoVersionsAreThe} />}
      {!found.isSame && <ChangedParts found={found} />}
    </article>
  )
}

/** The changes of icon and cover, tags, paragraphs and tabs. */
export const ChangedParts = ({ found }: { found: Comparison }) => (
  <>
    {(found.icon || found.cover) && (
      <ChangedSection title={texts.iconAndCover}>
        <p className={styles.tags}>
          {found.icon?.before && <del className={styles.removed}>{found.icon.before}</del>}
          {found.icon?.after && <ins className={styles.added}>{found.icon.after}</ins>}
          {found.cover && <span className={styles.facts}>{texts.coverChanges[found.cover]}</span>}
        </p>
      </ChangedSection>
    )}
    {found.tags.added.length + found.tags.removed.length > 0 && (
      <ChangedSection title={texts.tags}>
        <p className={styles.tags}>
          {found.tags.removed.map((tag) => (
            <del key={tag} className={styles.removed}>
              {tag}
            </del>
          ))}
          {found.tags.added.map((tag) => (
            <ins key={tag} className={styles.added}>
              {tag}
            </ins>
          ))}
        </p>
      </ChangedSection>
    )}
    {found.paragraphs.length > 0 && (
      <ChangedSection title={texts.paragraphs}>
        <ul className={styles.paragraphs}>
          {found.paragraphs.map((one) => (
            <ChangedParagraph key={one.id} paragraph={one} />
          ))}
        </ul>
      </ChangedSection>
    )}
    <TabOrderChanges change={found.tabOrder} />
    {found.tabs.map((tab) => (
      <TabChanges key={tab.id} tab={tab} />
    ))}
  </>
)

const ChangedSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2 className={styles.name}>{title}</h2>
    {children}
  </section>
)

function TabOrderChanges({ change: { pinned, order } }: { change: TabOrderChange }) {
  if (pinned === null && order === null) return null
  return (
    <ChangedSection title={texts.tabs}>
      {pinned && (
        <p className={styles.tags}>
          <span className={styles.facts}>{texts.pinned}</span>
          {pinned.before !== null && <del className={styles.removed}>{pinned.before}</del>}
          {pinned.after !== null && <ins className={styles.added}>{pinned.after}</ins>}
        </p>
      )}
      {order && (
        <p className={styles.tags}>
          <span className={styles.facts}>{texts.reordered}</span>
          {order.join(', ')}
        </p>
      )}
    </ChangedSection>
  )
}

function ChangedParagraph({ paragraph: { title, changes, before, after } }: { paragraph: ParagraphComparison }) {
  const isGone = after === null
  const length = before !== null && after !== null && before !== after
  const words = changes.map((change) => changeLabels[change]).join(', ')
  const text = <ChangedWords line={title} />
  return (
    <li>
      <span className={styles.paragraph}>
        {isGone ? (
          <del className={styles.removed}>{text}</del>
        ) : before === null ? (
          <ins className={styles.added}>{text}</ins>
        ) : (
          text
        )}
      </span>
      <span className={styles.facts}>
        {words} · {length ? `${formatDuration(before)} → ` : ''}
        {formatDuration(after ?? before ?? 0)}
      </span>
    </li>
  )
}
