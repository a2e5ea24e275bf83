import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { sharedLinksQuery } from '../share.queries.ts'
import { SharedLinksTable } from './shared-links-table.tsx'

/** All live public links of the workspaces where one edits, or of one workspace. */
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
            <EmptyState
              drawing="article"
              text="No article you may edit has a public link. Where there is one, it is listed here and can be turned off."
            />
          ) : (
            <p className="kr-second kr-muted">No article here has a public link.</p>
          )
        }
      />
      {data?.isTruncated && <p className="kr-second kr-muted">There are more links than this list can show.</p>}
    </>
  )
}
