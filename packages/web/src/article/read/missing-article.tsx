import { Button } from '@mantine/core'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import * as texts from '../texts.ts'
import styles from './article-view.module.css'

type MissingArticleProps = {
  workspace: Pick<Workspace, 'shortId' | 'slug'>
  /** Absent for guests, who cannot search. */
  onSearch: (() => void) | undefined
}

/** In place of an article that does not exist or that the person cannot view: the two are indistinguishable. */
export function MissingArticle({ workspace, onSearch }: MissingArticleProps) {
  return (
    <EmptyState drawing="lost" title={texts.thisArticleWasDeletedOrMoved} text={texts.lookForItInTheWorkspace}>
      <div className={styles.missingActions}>
        <LinkButton
          to="/b/$workspaceId/{-$workspaceSlug}"
          params={{ workspaceId: workspace.shortId, workspaceSlug: workspace.slug }}
        >
          {texts.openWorkspace}
        </LinkButton>
        {onSearch && <Button onClick={onSearch}>{texts.search}</Button>}
        <LinkButton to="/">{texts.backToHome}</LinkButton>
      </div>
    </EmptyState>
  )
}
