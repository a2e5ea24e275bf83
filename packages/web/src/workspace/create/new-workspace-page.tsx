import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import { WorkspaceForm } from './workspace-form.tsx'
import { WorkspaceSidebar } from '../sidebar/workspace-sidebar.tsx'
import * as texts from '../texts.ts'
import styles from './workspace-form.module.css'

export function NewWorkspacePage() {
  const navigate = useNavigate()
  return (
    <>
      <SecondSidebar label={texts.workspaces}>
        <WorkspaceSidebar />
      </SecondSidebar>
      <PageFrame title={texts.createAWorkspace}>
        <div className={styles.narrow}>
          <WorkspaceForm
            onCreated={({ shortId, slug }) =>
              void navigate({
                to: '/b/$workspaceId/{-$workspaceSlug}',
                params: { workspaceId: shortId, workspaceSlug: slug },
                replace: true,
              })
            }
          >
            {(isBusy) => (
              <div className={styles.buttons}>
                <Button type="submit" variant="filled" size="md" loading={isBusy}>
                  {texts.createWorkspace}
                </Button>
                <LinkButton to="/workspaces" size="md">
                  {texts.cancel}
                </LinkButton>
              </div>
            )}
          </WorkspaceForm>
        </div>
      </PageFrame>
    </>
  )
}
