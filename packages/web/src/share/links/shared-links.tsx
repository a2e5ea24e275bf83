import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Paging } from '../../ui/list/paging.tsx'
import { usePages } from '../../ui/list/use-pages.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { sharedLinksQuery } from '../share.queries.ts'
import * as texts from '../texts.ts'
import { SharedLinksTable } from './shared-links-table.tsx'

/** All live public links of the workspaces that the user may edit, or of one workspace. */
export function SharedLinks({ workspaceId = null }: { workspaceId?: string | null }) {
  const { data, isError, isPending, isFetching, refetch } = useQuery(sharedLinksQuery(workspaceId))
  const { shown, paging } = usePages(data?.links ?? [])
  if (isError && !data) {
    return <LoadError text={texts.theLinksCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <>
      <SharedLinksTable
        links={shown}
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
      <Paging label={texts.pagesOfLinks} {...paging} />
      {data?.isTruncated && <p className="kr-second kr-muted">{texts.thisListDoesntShowAll}</p>}
    </>
  )
}
