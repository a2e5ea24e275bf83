import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { sharedLinksQuery } from '../share.queries.ts'
import * as texts from '../texts.ts'
import { SharedLinksTable } from './shared-links-table.tsx'

/** All live public links of the workspaces that the user may edit, or of one workspace. */
export function SharedLinks({ workspaceId = null }: { workspaceId?: string | null }) {
  const { data, isError, isPending, isFetching, refetch } = useQuery(sharedLinksQuery(workspaceId))
  if (isError && !data) {
    return <LoadError text={texts.theLinksCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <>
      <SharedLinksTable
        links={data?.links ?? []}
        isLoading={isPending}
        isSingleWorkspace={workspaceId !== null}
        empty={
          workspaceId === null ? (
            <EmptyState drawing="article" text={texts.publicLinksOfArticlesYou} />
          ) : (
            <p className="kr-second kr-muted">{texts.noPublicLinksYet}</p>
          )
        }
      />
      {data?.isTruncated && <p className="kr-second kr-muted">{texts.thisListDoesntShowAll}</p>}
    </>
  )
}
