import { useEffect } from 'react'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { SlackSection } from '../../integration/index.ts'
import { SharedLinks, SharingSwitch } from '../../share/index.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { SecondSidebar } from '../../ui/page/second-sidebar.tsx'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { shownName } from '../../ui/identity/shown-name.ts'
import { formatDate } from '../../ui/time-format.ts'
import { showError, showSuccess } from '../../ui/toast/toast.ts'
import { useToggleArchived } from '../archive-workspace.ts'
import { EditableField } from './editable-field.tsx'
import { VisibilitySelect } from '../create/visibility-select.tsx'
import { WorkspacePeople } from './workspace-people.tsx'
import { WorkspaceSidebar } from '../sidebar/workspace-sidebar.tsx'
import { isHidden } from '../view/use-redirect-if-hidden.ts'
import { ArchivedBanner } from '../archived-banner.tsx'
import { cacheWorkspace } from '../workspace-cache.ts'
import * as texts from '../texts.ts'
import { useRemoveWorkspace, useSaveWorkspace, workspaceQuery, type WorkspaceFields } from '../workspace.queries.ts'
import styles from './workspace-edit-page.module.css'

export function WorkspaceEditPage() {
  const { id } = useParams({ from: '/shell/members/workspace/$id/edit' })
  const { data, error, isFetching, refetch } = useQuery(workspaceQuery(id))
  const workspace = data?.workspace
  const isAway = useRedirectIfForbidden(workspace, error)

  return (
    <>
      <SecondSidebar label={texts.workspaces}>
        <WorkspaceSidebar currentId={workspace?.id} />
      </SecondSidebar>
      <PageFrame
        title={texts.editWorkspace}
        actions={
          workspace && (
            <LinkButton
              to="/b/$workspaceId/{-$workspaceSlug}"
              params={{ workspaceId: workspace.shortId, workspaceSlug: workspace.slug }}
            >
              {texts.openWorkspace}
            </LinkButton>
          )
        }
      >
        {isAway ? null : workspace ? (
          <WorkspaceSettings key={workspace.id} workspace={workspace} />
        ) : error ? (
          <LoadError text={texts.theWorkspaceCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <FieldsSkeleton />
        )}
      </PageFrame>
    </>
  )
}

/**
 * People who may not edit the workspace, or for whom it does not exist, are redirected to the list with a message.
 * Temporary failures (no connection, too many requests, a failing server) can be retried here.
 */
function useRedirectIfForbidden(workspace: Workspace | undefined, error: Error | null): boolean {
  const navigate = useNavigate()
  const isFixed = workspace?.visibility === 'personal'
  // An archived workspace cannot be edited, but unarchived and deleted.
  const mayOpen = workspace?.abilities.editWorkspace || workspace?.abilities.archive
  const isForbidden = workspace !== undefined && (isFixed || !mayOpen)
  const isRefused = isHidden(error)
  const message = isRefused && error.status === 404 ? error.message : texts.youCantEditThisWorkspace
  const isAway = isForbidden || isRefused
  useEffect(() => {
    if (!isAway) return
    showError(message)
    void navigate({ to: '/workspaces', replace: true })
  }, [isAway, message, navigate])
  return isAway
}

function WorkspaceSettings({ workspace }: { workspace: Workspace }) {
  const { id, title, description, visibility, abilities, createdAt, author } = workspace
  const queryClient = useQueryClient()
  const { mutateAsync } = useSaveWorkspace()
  const save = async (field: string, fields: WorkspaceFields) => {
    await mutateAsync({ id, fields })
    showSuccess(texts.workspaceFieldIsUpdated(field))
  }

  if (!abilities.editWorkspace)
    return (
      <div className={styles.settings}>
        <ArchivedBanner workspace={workspace} />
        <div className={styles.name}>
          <h2 className="kr-title">{title}</h2>
          {description && <p className="kr-muted">{description}</p>}
        </div>
        <DangerZone workspace={workspace} />
      </div>
    )
  return (
    <div className={styles.settings}>
      <EditableField
        label={texts.title}
        value={title}
        maxLength={200}
        requiredText={texts.theWorkspaceTitleIsRequired}
        onSave={(next) => save('title', { title: next })}
      />
      <EditableField
        label={texts.description}
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
      <p className="kr-second kr-muted" title={author?.name}>
        {texts.createdAtBy(formatDate(createdAt), shownName(author?.name ?? texts.unknownAuthor))}
      </p>
      {abilities.manage && <WorkspacePeople workspace={workspace} />}
      <SlackSection workspace={workspace} onChange={(changed) => cacheWorkspace(queryClient, changed)} />
      <WorkspaceLinks
        workspace={workspace}
        onChange={(isSharingOff) => void save('sharing', { isSharingOff }).catch(() => undefined)}
      />
      <DangerZone workspace={workspace} />
    </div>
  )
}

type WorkspaceLinksProps = { workspace: Workspace; onChange: (isSharingOff: boolean) => void }

function WorkspaceLinks({ workspace, onChange }: WorkspaceLinksProps) {
  return (
    <section className={styles.links} aria-label={texts.publicLinks}>
      <SharingSwitch isOff={workspace.isSharingOff} description={texts.anyoneWithLinkCanView} onChange={onChange} />
      <SharedLinks workspaceId={workspace.id} />
    </section>
  )
}

function DangerZone({ workspace }: { workspace: Workspace }) {
  const { id, title, articlesCount, abilities } = workspace
  const navigate = useNavigate()
  const archive = useToggleArchived()
  const remove = useRemoveWorkspace()
  const articles = texts.itsArticles(articlesCount)

  const removeWorkspace = async () => {
    const isConfirmed = await confirmAction({
      title: texts.deleteTitle(title),
      body: texts.theWorkspaceAndArticlesAre(articlesCount === 0 ? texts.allInIt : articles),
      confirmLabel: texts.deleteWorkspace,
      isDangerous: true,
    })
    if (!isConfirmed) return
    remove.mutate(id, {
      onSuccess: () => {
        showSuccess(texts.titleWasDeleted(title))
        void navigate({ to: '/workspaces', replace: true })
      },
    })
  }

  return (
    <section className={styles.end} aria-label={texts.archiveAndDelete}>
      {/* The banner of an archived one offers the opposite. */}
      {abilities.archive && !workspace.isArchived && (
        <div className={styles.row}>
          <div className="kr-grow">
            <h2 className={styles.title}>{texts.archive}</h2>
            <p className="kr-second kr-muted">{texts.itCantBeChangedUntil}</p>
          </div>
          <Button onClick={() => void archive(workspace)}>{texts.archive}</Button>
        </div>
      )}
      {abilities.deleteWorkspace && (
        <div className={styles.row}>
          <div className="kr-grow">
            <h2 className={styles.title}>{texts.deleteLabel}</h2>
            <p className="kr-second kr-muted">{texts.withEverythingInItFor}</p>
          </div>
          <Button color="red" loading={remove.isPending} onClick={() => void removeWorkspace()}>
            {texts.deleteWorkspace}
          </Button>
        </div>
      )}
    </section>
  )
}

function FieldsSkeleton() {
  return (
    <AfterDelay>
      <div role="status" aria-label={texts.loading} className={styles.settings}>
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
