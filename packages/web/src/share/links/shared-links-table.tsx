import type { ReactNode } from 'react'
import { Menu } from '@mantine/core'
import { IconCopy, IconLock, IconSitemap, IconWorldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { SharedLink } from '@knowreel/shared/share/share.calls.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { PersonCell } from '../../ui/identity/person-avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatDate, formatFullTime } from '../../ui/time-format.ts'
import * as texts from '../texts.ts'
import { useSharedLinkActions } from './use-shared-link-actions.ts'
import styles from './shared-links.module.css'

const articlePath = '/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}'
const titleOf = ({ article }: SharedLink) => article.title || texts.untitled

const columns: Column<SharedLink>[] = [
  { name: 'article', title: texts.article, cell: (link) => <ArticleCell link={link} /> },
  {
    name: 'workspace',
    title: texts.workspace,
    width: 168,
    hideBelow: 'tablet',
    cell: ({ workspace }) => (
      <span className="kr-trunc" title={workspace.title}>
        {workspace.title}
      </span>
    ),
  },
  {
    name: 'creator',
    title: texts.createdBy,
    width: 168,
    hideBelow: 'tablet',
    cell: ({ createdBy }) => (createdBy ? <PersonCell person={createdBy} /> : texts.unknown),
  },
  {
    name: 'ends',
    title: texts.ends,
    width: 112,
    hideBelow: 'phone',
    cell: ({ expiresAt }) =>
      expiresAt ? (
        <time dateTime={expiresAt} title={formatFullTime(expiresAt)}>
          {formatDate(expiresAt)}
        </time>
      ) : (
        <span className="kr-muted">{texts.never}</span>
      ),
  },
  {
    name: 'used',
    title: texts.lastUsedText,
    width: 136,
    hideBelow: 'phone',
    cell: (link) => <LastUse link={link} />,
  },
]

type SharedLinksTableProps = {
  links: readonly SharedLink[]
  isLoading: boolean
  isSingleWorkspace: boolean
  empty: ReactNode
}

export function SharedLinksTable({ links, isLoading, isSingleWorkspace, empty }: SharedLinksTableProps) {
  const { copy, turnOff } = useSharedLinkActions()
  return (
    <DataTable
      label={texts.publicLinks}
      rows={links}
      columns={isSingleWorkspace ? columns.filter(({ name }) => name !== 'workspace' && name !== 'creator') : columns}
      rowKey={({ article }) => article.id}
      rowHeight={64}
      isLoading={isLoading}
      empty={empty}
      menuLabel={(link) => texts.actionsForLink(titleOf(link))}
      menu={(link) => (
        <>
          <Menu.Item leftSection={<IconCopy />} onClick={() => void copy(link)}>
            {texts.copyLink}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconWorldOff />} data-danger onClick={() => void turnOff(link)}>
            {texts.turnOff}
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
        {hasPassword && <IconLock className="kr-icon-16" aria-label={texts.withAPassword} />}
        {isWithSubArticles && <IconSitemap className="kr-icon-16" aria-label={texts.withTheArticlesBelowIt} />}
      </span>
      <span className={styles.facts}>
        {lastUsedAt !== null && texts.lastUsed}
        <LastUse link={link} />
        {expiresAt !== null && texts.endsExpiresAt(formatDate(expiresAt))}
      </span>
    </div>
  )
}

const LastUse = ({ link: { lastUsedAt, uses } }: { link: SharedLink }) =>
  lastUsedAt ? (
    <span title={texts.openedUses(texts.times(uses))}>
      <RelativeTime time={lastUsedAt} />
    </span>
  ) : (
    <span className="kr-muted">{texts.notUsedYetText}</span>
  )
