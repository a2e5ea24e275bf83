import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { sharedLinksQuery } from '../share.queries.ts'
import { SharedLinksTable } from './shared-links-table.tsx'

/** All live public links of the workspaces that the user may edit, or of one workspace. */
export function SharedLinks({ workspaceId = null }: { workspaceId?: string | null }) {
  const { data, isError, isPending, isFetching, refetch } = useQuery(sharedLinksQuery(workspaceId))
  if (isError && !data) {
    return <LoadError text="The links could not be loaded." onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <>
      <SharedLinksTable
        links={data?.links ?? []}
        isLoading={isPending}
        isOfOneWorkspace={workspaceId !== null}
        empty={
          workspaceId === null ? (
            <EmptyState drawing="article" text="Public links of articles you can edit appear here." />
          ) : (
            <p className="kr-second kr-muted">No public links yet.</p>
          )
        }
      />
      {data?.isTruncated && <p className="kr-second kr-muted">This list doesn’t show all links.</p>}
    </>
  )
}
