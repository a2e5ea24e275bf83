import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { SharedLinks, SharingSwitch } from '../../share/index.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { formatDate } from '../../ui/time-format.ts'
import { showError, showSuccess } from '../../ui/toast/toast.ts'
import { useArchiving } from '../archive-workspace.ts'
import { EditableField } from './editable-field.tsx'
import { VisibilitySelect } from '../create/visibility-select.tsx'
import { WorkspacePeople } from './workspace-people.tsx'
import { WorkspaceSidebar } from '../sidebar/workspace-sidebar.tsx'
import { useRemoveWorkspace, useSaveWorkspace, workspaceQuery, type WorkspaceFields } from '../workspace.queries.ts'
import styles from './workspace-edit-page.module.css'

export function WorkspaceEditPage() {
  const { id } = useParams({ from: '/shell/members/workspace/$id/edit' })
  const { data, error, isFetching, refetch } = useQuery(workspaceQuery(id))
  const workspace = data?.workspace
  const isAway = useAwayFromForbidden(workspace, error)

  return (
    <>
      <SecondSidebar label="Workspaces">
        <WorkspaceSidebar currentId={workspace?.id} />
      </SecondSidebar>
      <PageFrame
        title="Edit workspace"
        actions={
          workspace && (
            <LinkButton
              to="/b/$workspaceId/{-$workspaceSlug}"
              params={{ workspaceId: workspace.shortId, workspaceSlug: workspace.slug }}
            >
              Open workspace
            </LinkButton>
          )
        }
      >
        {isAway ? null : workspace ? (
          <WorkspaceSettings key={workspace.id} workspace={workspace} />
        ) : error ? (
          <LoadError text="The workspace could not be loaded." onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <FieldsSkeleton />
        )}
      </PageFrame>
    </>
  )
}

/**
 * People who may not edit the workspace are redirected to the list: silently after a refusal, with a message if it is
 * gone. Temporary failures (no connection, a failing server) can be retried here.
 */
function useAwayFromForbidden(workspace: Workspace | undefined, error: Error | null): boolean {
  const navigate = useNavigate()
  const isFixed = workspace?.visibility === 'personal'
  const isForbidden = workspace !== undefined && (isFixed || !workspace.abilities.editWorkspace)
  const isRefused = error instanceof ApiError && error.status !== null && error.status < 500
  const message = isRefused && error.status === 404 ? error.message : null
  const isAway = isForbidden || isRefused
  useEffect(() => {
    if (!isAway) return
    if (message) showError(message)
    void navigate({ to: '/workspaces', replace: true })
  }, [isAway, message, navigate])
  return isAway
}

function WorkspaceSettings({ workspace }: { workspace: Workspace }) {
  const { id, title, description, visibility, abilities, createdAt, author } = workspace
  const { mutateAsync } = useSaveWorkspace()
  const save = async (field: string, fields: WorkspaceFields) => {
    await mutateAsync({ id, fields })
    showSuccess(`Workspace ${field} is updated`)
  }

  return (
    <div className={styles.settings}>
      <EditableField
        label="Title"
        value={title}
        maxLength={200}
        requiredText="The workspace title is required"
        onSave={(next) => save('title', { title: next })}
      />
      <EditableField
        label="Description"
        value={description}
        maxLength={2000}
        isMultiline
        onSave={(next) => save('description', { description: next })}
      />
      {visibility !== 'personal' && (
        <VisibilitySelect
          value={visibility}
          isDisabled={!abilities.manage}
          onChange={(next) => void save('visibility', { visibility: next }).catch(() => undefined)}
        />
      )}
      <p className="kr-second kr-muted">
        Created {formatDate(createdAt)} by {author?.name ?? 'Unknown author'}
      </p>
      {abilities.manage && <WorkspacePeople workspace={workspace} />}
      <WorkspaceLinks
        workspace={workspace}
        onChange={(isSharingOff) => void save('sharing', { isSharingOff }).catch(() => undefined)}
      />
      <EndOfWorkspace workspace={workspace} />
    </div>
  )
}

type WorkspaceLinksProps = { workspace: Workspace; onChange: (isSharingOff: boolean) => void }

function WorkspaceLinks({ workspace, onChange }: WorkspaceLinksProps) {
  return (
    <section className={styles.links} aria-label="Public links">
      <SharingSwitch
        isOff={workspace.isSharingOff}
        description="Anyone with the link can view. Turning this off disables all public links in this workspace."
        onChange={onChange}
      />
      <SharedLinks workspaceId={workspace.id} />
    </section>
  )
}

function EndOfWorkspace({ workspace }: { workspace: Workspace }) {
  const { id, title, articlesCount, abilities } = workspace
  const navigate = useNavigate()
  const archive = useArchiving()
  const remove = useRemoveWorkspace()
  const articles = articlesCount === 1 ? 'its one article' : `its ${articlesCount} articles`

  const removeWorkspace = async () => {
    const isConfirmed = await confirmAction({
      title: `Delete “${title}”?`,
      body: `The workspace and ${articlesCount === 0 ? 'all in it' : articles} are deleted for everyone. This cannot be undone.`,
      confirmLabel: 'Delete workspace',
      isDangerous: true,
    })
    if (!isConfirmed) return
    remove.mutate(id, {
      onSuccess: () => {
        showSuccess(`“${title}” was deleted`)
        void navigate({ to: '/workspaces', replace: true })
      },
    })
  }

  return (
    <section className={styles.end} aria-label="Archive and delete">
      {abilities.archive && (
        <div className={styles.row}>
          <div className="kr-grow">
            <h2 className={styles.title}>Archive</h2>
            <p className="kr-second kr-muted">It can’t be changed until you unarchive it. Nothing is deleted.</p>
          </div>
          <Button onClick={() => void archive(workspace)}>{workspace.isArchived ? 'Unarchive' : 'Archive'}</Button>
        </div>
      )}
      {abilities.deleteWorkspace && (
        <div className={styles.row}>
          <div className="kr-grow">
            <h2 className={styles.title}>Delete</h2>
            <p className="kr-second kr-muted">With everything in it, for everyone.</p>
          </div>
          <Button color="red" loading={remove.isPending} onClick={() => void removeWorkspace()}>
            Delete workspace
          </Button>
        </div>
      )}
    </section>
  )
}

function FieldsSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label="Loading" className={styles.settings}>
        {[36, 60, 36].map((height, index) => (
          <div key={index} className={styles.loading}>
            <Skeleton width={72} />
            <Skeleton height={height} radius="var(--r-control)" />
          </div>
        ))}
      </div>
    </AfterDelay>
  )
}
