import { useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileText, IconVideo } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { DeletedArticle } from '@knowreel/shared/article/trash.calls.ts'
import { trashDays } from '@knowreel/shared/article/trash.rules.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { PersonCell } from '../../ui/identity/person-avatar.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { pageCount } from '../../ui/list/page-range.ts'
import { Paging } from '../../ui/list/paging.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { Emoji } from '../../ui/emoji.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { formatDate } from '../../ui/time-format.ts'
import { useRedirectIfHidden, workspaceQuery } from '../../workspace/index.ts'
import * as articleTexts from '../texts.ts'
import * as texts from './texts.ts'
import { trashQuery, useRestoreArticle } from './trash.queries.ts'
import cells from '../../ui/list/subject-cell.module.css'

/** What was deleted in a workspace in the last 30 days, for people who may edit its articles. */
export function TrashPage({ sidebar }: { sidebar: (workspaceId: string | undefined) => ReactNode }) {
  const { id } = useParams({ from: '/shell/members/workspace/$id/trash' })
  const { data, error, isFetching, refetch } = useQuery(workspaceQuery(id))
  const isLeaving = useRedirectIfHidden(error)
  const workspace = data?.workspace
  return (
    <>
      {sidebar(workspace?.id)}
      <PageFrame
        title={workspace ? texts.trashOf(workspace.title) : texts.trash}
        tools={<p className="kr-second kr-muted">{texts.kept(trashDays)}</p>}
        actions={
          workspace && (
            <LinkButton
              to="/b/$workspaceId/{-$workspaceSlug}"
              params={{ workspaceId: workspace.shortId, workspaceSlug: workspace.slug }}
            >
              {articleTexts.openWorkspace}
            </LinkButton>
          )
        }
      >
        {workspace ? (
          <Trash key={workspace.id} workspace={workspace} />
        ) : (
          error &&
          !isLeaving && (
            <LoadError text={texts.theTrashCouldNotBeLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
          )
        )}
      </PageFrame>
    </>
  )
}

function Trash({ workspace }: { workspace: Workspace }) {
  const [wanted, setWanted] = useState(1)
  const { data, isPending, isError, isFetching, refetch, error } = useQuery(trashQuery(workspace.id, wanted))
  const refusal = refusalOf(error)
  const count = data?.count ?? 0
  // The rows of the last page may have been restored or removed.
  if (data && wanted > pageCount(count)) setWanted(pageCount(count))

  if (refusal !== null) return <EmptyState drawing="locked" text={refusal} />
  if (isError && !data) {
    return <LoadError text={texts.theTrashCouldNotBeLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <>
      <DataTable
        label={texts.deletedArticles}
        rows={data?.articles ?? []}
        columns={[...columns, restoreColumn(workspace)]}
        rowKey={({ id }) => id}
        rowHeight={64}
        isLoading={isPending}
        empty={<EmptyState drawing="article" text={texts.theTrashIsEmpty} />}
      />
      <Paging label={texts.pagesOfTrash} count={count} page={wanted} onChange={setWanted} />
    </>
  )
}

/** Why there is nothing to try again: no right to edit articles, or an archived workspace. */
function refusalOf(error: Error | null): string | null {
  if (!(error instanceof ApiError)) return null
  return error.code === 'forbidden' ? texts.cannotSeeTrash : error.status === 422 ? error.message : null
}

const titleOf = ({ title }: DeletedArticle) => title || articleTexts.untitled

const dayMs = 86_400_000
const endOf = ({ deletedAt }: DeletedArticle) => new Date(Date.parse(deletedAt) + trashDays * dayMs)

const columns: Column<DeletedArticle>[] = [
  { name: 'title', title: articleTexts.title, cell: (article) => <TitleCell article={article} /> },
  {
    name: 'deletedBy',
    title: texts.deletedBy,
    width: 184,
    hideBelow: 'tablet',
    cell: ({ deletedBy }) => (deletedBy ? <PersonCell person={deletedBy} /> : texts.unknown),
  },
  {
    name: 'deletedAt',
    title: texts.deleted,
    width: 136,
    hideBelow: 'phone',
    cell: ({ deletedAt }) => <RelativeTime time={deletedAt} />,
  },
  {
    name: 'end',
    title: texts.removedPermanently,
    width: 128,
    hideBelow: 'tablet',
    cell: (article) => <time dateTime={endOf(article).toISOString()}>{formatDate(endOf(article))}</time>,
  },
]

const restoreColumn = (workspace: Workspace): Column<DeletedArticle> => ({
  name: 'restore',
  title: texts.restore,
  isTitleHidden: true,
  width: 128,
  align: 'right',
  cell: (article) => <RestoreButton article={article} workspace={workspace} />,
})

function RestoreButton({ article, workspace }: { article: DeletedArticle; workspace: Workspace }) {
  const restore = useRestoreArticle()
  const { mutate, isPending } = useMutation({ mutationFn: () => restore(article.id, { workspace }) })
  return (
    <Button
      size="compact-sm"
      leftSection={<IconArrowBackUp className="kr-icon-16" />}
      aria-label={texts.restoreArticle(titleOf(article))}
      disabled={!workspace.abilities.editArticles}
      loading={isPending}
      onClick={() => mutate()}
    >
      {texts.restore}
    </Button>
  )
}

function TitleCell({ article }: { article: DeletedArticle }) {
  const Icon = article.duration > 0 ? IconVideo : IconFileText
  return (
    <div className={cells.cell}>
      <Emoji icon={article.icon}>
        <Icon className="kr-icon-20 kr-muted" aria-hidden />
      </Emoji>
      <div className={cells.words}>
        <span className="kr-trunc">{titleOf(article)}</span>
        {article.nested > 0 && <span className={cells.detail}>{texts.withSubArticles(article.nested)}</span>}
        <span className={cells.facts}>{texts.deletedOn(formatDate(article.deletedAt))}</span>
      </div>
    </div>
  )
}
