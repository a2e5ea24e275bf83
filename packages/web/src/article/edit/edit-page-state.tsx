import { PageMain } from '../../ui/page/page-frame.tsx'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { ArticleLoadError, ArticleSkeleton } from '../article-states.tsx'
import * as texts from './texts.ts'

type EditPageStateProps = { isFailed: boolean; onRetry: () => void; isRetrying: boolean }

/** An edit page before its draft has loaded, or after loading failed. */
export function EditPageState({ isFailed, onRetry, isRetrying }: EditPageStateProps) {
  return (
    <>
      <SecondSidebar label={texts.article}>
        <div style={{ paddingTop: 20 }}>
          <ListSkeleton rows={5} label={texts.loadingArticle} />
        </div>
      </SecondSidebar>
      <PageMain tone="paper">
        {isFailed ? <ArticleLoadError onRetry={onRetry} isRetrying={isRetrying} /> : <ArticleSkeleton />}
      </PageMain>
    </>
  )
}
