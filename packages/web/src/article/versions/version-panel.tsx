import { useEffect, useRef } from 'react'
import { IconCircleCheck, IconGitCompare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { VersionChange, VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { SidePanelHead } from '../../ui/page/side-panel.tsx'
import sidePanel from '../../ui/page/side-panel.module.css'
import { NobodyAvatar, PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { shownName } from '../../ui/identity/shown-name.ts'
import { formatFullTime, formatVersionTime } from '../../ui/time-format.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { articleParams, articleRoute, type LinkableArticle } from '../article-url.ts'
import * as texts from './texts.ts'
import { versionsQuery, type VersionedArticle } from './version.queries.ts'
import styles from './version-panel.module.css'

export type PanelArticle = LinkableArticle & Pick<Article, 'id' | 'workspace'>

type VersionPanelProps = {
  article: PanelArticle
  /** The version on the screen; null for the current one. */
  shownVersion: number | null
  /** Leaves the version on the screen, where the link alone would keep what was loaded before. */
  onShowCurrent?: () => void
  onClose: () => void
}

/** The versions of an article beside it; a sheet on narrow screens. */
export function VersionPanel(props: VersionPanelProps) {
  const isNarrow = useNarrow()
  if (isNarrow) {
    return (
      <Sheet opened onClose={props.onClose} label={texts.versions}>
        <Panel {...props} />
      </Sheet>
    )
  }
  return (
    <aside
      className={`${sidePanel.aside} ${styles.aside}`}
      data-overlay={props.shownVersion === null || undefined}
      aria-label={texts.versions}
    >
      <Panel {...props} />
    </aside>
  )
}

function Panel({ article, shownVersion, onShowCurrent, onClose }: VersionPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isNarrow = useNarrow()
  // Opening the panel focuses it; viewing one version after another does not move the focus back.
  useEffect(() => {
    if (shownVersion === null) heading.current?.focus()
    // eslint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <div
      className={sidePanel.panel}
      onClick={(event) => {
        // The sheet would cover the target of its links.
        if (isNarrow && event.target instanceof Element && event.target.closest('a')) onClose()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <SidePanelHead heading={heading} title={texts.versions} closeLabel={texts.closeVersions} onClose={onClose} />
      {article.workspace && (
        <VersionList
          article={article}
          workspaceId={article.workspace.id}
          shownVersion={shownVersion}
          onShowCurrent={onShowCurrent}
        />
      )}
    </div>
  )
}

type VersionListProps = Pick<VersionPanelProps, 'article' | 'shownVersion' | 'onShowCurrent'> & { workspaceId: string }

function VersionList({ article, workspaceId, shownVersion, onShowCurrent }: VersionListProps) {
  const versioned: VersionedArticle = { id: article.id, workspaceId }
  const { data, ...request } = useQuery(versionsQuery(versioned))
  if (!data) {
    return request.isError ? (
      <LoadError
        text={texts.theVersionsCouldNotBe}
        onRetry={() => void request.refetch()}
        isRetrying={request.isFetching}
      />
    ) : (
      <ListSkeleton rows={5} height={54} label={texts.loadingVersions} />
    )
  }
  const { versions, isTruncated } = data
  const current = articleParams(article)
  return (
    <div className={styles.scroll}>
      {current && (
        <Link
          to={articleRoute}
          params={current}
          className={styles.current}
          aria-current={shownVersion === null ? 'true' : undefined}
          onClick={(event) => {
            if (!onShowCurrent || event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onShowCurrent()
          }}
        >
          <IconCircleCheck />
          <span className={styles.words}>
            {texts.currentVersion}
            <Changes changes={data.currentChanges} />
          </span>
        </Link>
      )}
      <h3 className={styles.count}>{texts.savedVersions(versions.length, isTruncated === true)}</h3>
      {versions.length === 0 ? (
        <p className={styles.none}>{texts.previousVersionsAppearHereEach}</p>
      ) : (
        groupByYear(versions).map(([year, entries]) => (
          <section key={year} aria-label={year}>
            <h4 className={styles.year}>{year}</h4>
            <ul className={styles.list}>
              {entries.map((entry) => (
                <Version key={entry.version} entry={entry} article={article} isShown={entry.version === shownVersion} />
              ))}
            </ul>
          </section>
        ))
      )}
    </div>
  )
}

/** Newest year first. The format of a row has no year. */
const groupByYear = (versions: readonly VersionEntry[]) => [
  ...Map.groupBy(versions, ({ time }) => String(new Date(time).getFullYear())),
]

/** The parts that a version changed compared with the previous one, if known. */
function Changes({ changes }: { changes: readonly VersionChange[] | null }) {
  if (changes === null || changes.length === 0) return null
  return <span className={styles.author}>{texts.changed(changes.map((change) => texts.changeNames[change]))}</span>
}

type VersionProps = { entry: VersionEntry; article: PanelArticle; isShown: boolean }

function Version({ entry, article, isShown }: VersionProps) {
  const time = formatVersionTime(entry.time)
  const params = { id: article.shortId, version: String(entry.version) }
  return (
    <li className={styles.version} aria-current={isShown ? 'true' : undefined}>
      {entry.author ? <PersonAvatar person={entry.author} isDecorative /> : <NobodyAvatar />}
      <span className={styles.words}>
        <time dateTime={entry.time} title={formatFullTime(entry.time)}>
          {time}
        </time>
        <span className={styles.author} title={entry.author?.name}>
          {shownName(entry.author?.name ?? texts.unknownAuthor)}
        </span>
        <Changes changes={entry.changes} />
      </span>
      <span className={styles.actions}>
        <Link
          to="/article/$id/v/$version/edit"
          params={params}
          search={{ compare: 'current' }}
          className={styles.compare}
          aria-label={texts.compareVersionOfTimeWith(time)}
          title={texts.compareWithTheCurrentVersion}
        >
          <IconGitCompare className="kr-icon-16" />
        </Link>
        <LinkButton
          to="/article/$id/v/$version/edit"
          params={params}
          search={{}}
          size="compact-sm"
          aria-label={texts.viewTheVersionOfTime(time)}
        >
          {texts.view}
        </LinkButton>
      </span>
    </li>
  )
}
