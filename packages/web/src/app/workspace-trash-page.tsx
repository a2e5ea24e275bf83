import { TrashPage } from '../article/trash/trash-page.tsx'
import { SecondSidebar } from '../ui/page/second-sidebar.tsx'
import { WorkspaceSidebar } from '../workspace/sidebar/workspace-sidebar.tsx'
import * as texts from './texts.ts'

/** The trash beside the list of workspaces: articles know nothing of the parts of workspaces. */
export const WorkspaceTrashPage = () => (
  <TrashPage
    sidebar={(workspaceId) => (
      <SecondSidebar label={texts.workspaces}>
        <WorkspaceSidebar currentId={workspaceId} />
      </SecondSidebar>
    )}
  />
)
