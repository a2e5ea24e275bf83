import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { visibilityInfo } from '../visibility-label.tsx'
import * as texts from '../texts.ts'
import styles from './workspace-page.module.css'

/** Visibility and description of a workspace. */
export function WorkspaceDetails({ workspace }: { workspace: Workspace }) {
  const { icon: Icon, label, description } = visibilityInfo[workspace.visibility]
  return (
    <div className={styles.facts}>
      {workspace.description !== '' && <p className={styles.description}>{workspace.description}</p>}
      <p className={styles.privacy} title={description}>
        <Icon className="kr-icon-16" aria-hidden />
        {workspace.visibility === 'personal' ? texts.onlyYouCanSeeThis : label}
      </p>
    </div>
  )
}

type EmptyWorkspaceProps = { workspace: Workspace; onCreateArticle: (workspace: Workspace) => void }

export function EmptyWorkspace({ workspace, onCreateArticle }: EmptyWorkspaceProps) {
  const isNarrow = useNarrow()
  const mayCreate = workspace.abilities.editArticles && !workspace.isArchived
  if (!mayCreate) return <EmptyState drawing="article" text={texts.thereAreNoArticlesIn} />
  return (
    <EmptyState drawing="newArticle" text={texts.youDontHaveAnyArticles}>
      {!isNarrow && (
        <Button variant="filled" leftSection={<IconPlus />} onClick={() => onCreateArticle(workspace)}>
          {texts.createAnArticle}
        </Button>
      )}
    </EmptyState>
  )
}
