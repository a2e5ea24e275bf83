import type { ReactNode } from 'react'
import { Menu } from '@mantine/core'
import { IconCopy, IconLock, IconSitemap, IconWorldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { SharedLink } from '@knowreel/shared/share/share.calls.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatDate, formatFullTime } from '../../ui/time-format.ts'
import { useListedLinks } from './use-listed-links.ts'
import styles from './shared-links.module.css'

const articlePath = '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}'
const titleOf = ({ article }: SharedLink) => article.title || 'Untitled'

const columns: Column<SharedLink>[] = [
  { name: 'article', title: 'Article', cell: (link) => <ArticleCell link={link} /> },
  {
    name: 'workspace',
    title: 'Workspace',
    width: 168,
    hideUnder: 'tablet',
    cell: ({ workspace }) => (
      <span className="kr-trunc" title={workspace.title}>
        {workspace.title}
      </span>
    ),
  },
  {
    name: 'creator',
    title: 'Created by',
    width: 168,
    hideUnder: 'tablet',
    cell: ({ createdBy }) =>
      createdBy ? (
        <span className="kr-row">
          <PersonAvatar person={createdBy} size={20} isNeutral isDecorative />
          <span className="kr-trunc">{createdBy.name}</span>
        </span>
      ) : (
        'Unknown'
      ),
  },
  {
    name: 'ends',
    title: 'Ends',
    width: 112,
    hideUnder: 'phone',
    cell: ({ expiresAt }) =>
      expiresAt ? (
        <time dateTime={expiresAt} title={formatFullTime(expiresAt)}>
          {formatDate(expiresAt)}
        </time>
      ) : (
        <span className="kr-muted">Never</span>
      ),
  },
  {
    name: 'used',
    title: 'Last used',
    width: 136,
    hideUnder: 'phone',
    cell: (link) => <LastUse link={link} />,
  },
]

type SharedLinksTableProps = {
  links: readonly SharedLink[]
  isLoading: boolean
  isOfOneWorkspace: boolean
  empty: ReactNode
}

export function SharedLinksTable({ links, isLoading, isOfOneWorkspace, empty }: SharedLinksTableProps) {
  const { copy, turnOff } = useListedLinks()
  return (
    <DataTable
      label="Public links"
      rows={links}
      columns={isOfOneWorkspace ? columns.filter(({ name }) => name !== 'workspace' && name !== 'creator') : columns}
      rowKey={({ article }) => article.id}
      rowHeight={64}
      isLoading={isLoading}
      empty={empty}
      menuLabel={(link) => `Actions for ${titleOf(link)}`}
      menu={(link) => (
        <>
          <Menu.Item leftSection={<IconCopy />} onClick={() => void copy(link)}>
            Copy link
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconWorldOff />} data-danger onClick={() => void turnOff(link)}>
            Turn off
          </Menu.Item>
        </>
      )}
    />
  )
}

function ArticleCell({ link }: { link: SharedLink }) {
  const { article, workspace, hasPassword, isWithSubArticles, lastUsedAt, expiresAt } = link
  return (
    <div className={styles.cell}>
      <span className={styles.head}>
        <Link
          to={articlePath}
          params={{
            workspaceId: workspace.shortId,
            workspaceSlug: workspace.slug,
            articleId: article.shortId,
            articleSlug: article.slug,
            part: undefined,
            tab: undefined,
          }}
          className="kr-trunc"
          title={titleOf(link)}
        >
          {titleOf(link)}
        </Link>
        {hasPassword && <IconLock className="kr-icon-16" aria-label="With a password" />}
        {isWithSubArticles && <IconSitemap className="kr-icon-16" aria-label="With the articles below it" />}
      </span>
      <span className={styles.facts}>
        {lastUsedAt !== null && 'Last used '}
        <LastUse link={link} />
        {expiresAt !== null && ` · Ends ${formatDate(expiresAt)}`}
      </span>
    </div>
  )
}

const LastUse = ({ link: { lastUsedAt, uses } }: { link: SharedLink }) =>
  lastUsedAt ? (
    <span title={`Opened ${uses === 1 ? 'once' : `${uses} times`}`}>
      <RelativeTime time={lastUsedAt} />
    </span>
  ) : (
    <span className="kr-muted">Not used yet</span>
  )
