import { useState, type FormEvent, type ReactNode } from 'react'
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { AssignableRole, Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { Finder, FindingLine, findingKey, type FinderResult } from '../../group/index.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { Chip } from '../../ui/chip.tsx'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { showSuccess, showWarning } from '../../ui/toast/toast.ts'
import { useMe } from '../../user/index.ts'
import * as texts from '../texts.ts'
import { openInvitationLinks } from '../workspace.dialogs.ts'
import {
  groupRolesQuery,
  holderKey,
  peopleQuery,
  useAddToWorkspace,
  useRefreshWorkspace,
  useRemoveRole,
  useSaveRole,
  type RoleHolder,
} from '../workspace-role.queries.ts'
import styles from './workspace-people.module.css'

/** The role holders of the workspace; changes are saved immediately. */
export function WorkspacePeople({ workspace }: { workspace: Workspace }) {
  const people = useQuery(peopleQuery(workspace.id))
  const groups = useQuery(groupRolesQuery(workspace.id))
  const me = useMe()?.user
  const holders: RoleHolder[] = [
    ...(people.data?.roles ?? []).map((entry) => ({ kind: 'person' as const, entry })),
    ...(groups.data?.groups ?? []).map((entry) => ({ kind: 'group' as const, entry })),
  ]
  const isTruncated = people.data?.isTruncated === true || groups.data?.isTruncated === true
  return (
    <section className={styles.people} aria-labelledby="workspace-people">
      <div className={styles.head}>
        <h2 id="workspace-people" className={styles.title}>
          {texts.peopleAndGroups}
        </h2>
        {me?.abilities.manageGroups && (
          <Link to="/settings/groups" className={styles.link}>
            {texts.userGroups}
          </Link>
        )}
      </div>
      <p className="kr-second kr-muted">{visibilityText[workspace.visibility]}</p>
      <AddPeople workspaceId={workspace.id} present={new Set(holders.map(holderFindingKey))} />
      {(people.isError && !people.data) || (groups.isError && !groups.data) ? (
        <LoadError
          text={texts.peopleAndGroupsCouldNot}
          onRetry={() => void Promise.all([people.refetch(), groups.refetch()])}
          isRetrying={people.isFetching || groups.isFetching}
        />
      ) : people.isPending || groups.isPending ? (
        <ListSkeleton rows={3} height={56} />
      ) : (
        <ul className={styles.list}>
          {holders.map((holder) => (
            <RoleRow key={holderKey(holder)} workspace={workspace} holder={holder} myId={me?.id ?? null} />
          ))}
        </ul>
      )}
      {isTruncated && <p className="kr-second kr-muted">{texts.thisListIsIncomplete}</p>}
    </section>
  )
}

const visibilityText: Record<Workspace['visibility'], string> = {
  personal: '',
  private: texts.onlyThesePeopleAndGroups,
  organization: texts.everyoneInCompanyCanView,
  public: texts.everyoneWithAddressCanView,
}

const toFinding = (holder: RoleHolder): FinderResult => {
  if (holder.kind === 'group') {
    const { id, title, usersCount } = holder.entry
    return { type: 'group', id, name: title, email: null, profileImage: null, members: usersCount }
  }
  const { user, email, name, profileImage } = holder.entry
  return { type: user === null ? 'invited' : 'user', id: user ?? email, name, email, profileImage, members: null }
}

const holderFindingKey = (holder: RoleHolder): string => findingKey(toFinding(holder))

const roleNames: Record<AssignableRole, string> = { admin: 'admin', editor: texts.canEdit, viewer: texts.canView }
const roleOptions = (['admin', 'editor', 'viewer'] as const).map((value) => ({ value, label: roleNames[value] }))

type RoleRowProps = { workspace: Workspace; holder: RoleHolder; myId: string | null }

function RoleRow({ workspace, holder, myId }: RoleRowProps) {
  const { role } = holder.entry
  const finding = toFinding(holder)
  const isMe = holder.kind === 'person' && holder.entry.user === myId
  const change = useRoleChange(workspace, holder, isMe)
  return (
    <li className={styles.row}>
      <FindingLine finding={finding} badge={statusChip(holder, isMe)} />
      {role === 'owner' ? (
        <span className={styles.fixed}>{texts.owner}</span>
      ) : (
        <>
          <Select
            size="sm"
            className={styles.role}
            aria-label={texts.roleOfFindingName(finding.name)}
            data={roleOptions}
            value={role}
            allowDeselect={false}
            onChange={(next) => next && next !== role && void change.save(next)}
          />
          <Tooltip label={texts.remove}>
            <ActionIcon aria-label={texts.removeFindingName(finding.name)} onClick={() => void change.remove()}>
              <IconX />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </li>
  )
}

function statusChip(holder: RoleHolder, isMe: boolean): ReactNode {
  if (holder.kind === 'group') return null
  if (holder.entry.isInvited) return <Chip>{texts.invited}</Chip>
  if (holder.entry.isDeactivated) return <Chip>{texts.deactivated}</Chip>
  return isMe ? <Chip variant="line">{texts.you}</Chip> : null
}

/**
 * People who lower or remove their own role are shown what they lose, and are redirected if they may no longer see the
 * page.
 */
function useRoleChange(workspace: Workspace, holder: RoleHolder, isMe: boolean) {
  const save = useSaveRole(workspace.id)
  const remove = useRemoveRole(workspace.id)
  const refreshWorkspace = useRefreshWorkspace()
  const navigate = useNavigate()

  return {
    save: async (role: AssignableRole) => {
      if (isMe && !(await confirmDemotion(workspace.title, role))) return
      const isSaved = await save.mutateAsync({ holder, role }).then(
        () => true,
        () => false,
      )
      if (!isSaved) return
      showSuccess(texts.workspaceRoleIsUpdated)
      if (isMe) await refreshWorkspace()
    },
    remove: async () => {
      if (isMe && !(await confirmLeave(workspace))) return
      const isRemoved = await remove.mutateAsync(holder).then(
        () => true,
        () => false,
      )
      if (!isRemoved) return
      if (isMe) {
        await navigate({ to: '/workspaces', replace: true })
        void refreshWorkspace()
      }
      showSuccess(
        holder.kind === 'group'
          ? texts.theGroupEntryTitleHasBeen(holder.entry.title)
          : texts.theUserEntryNameHasBeen(holder.entry.name),
      )
    },
  }
}

const confirmDemotion = (title: string, role: AssignableRole): Promise<boolean> =>
  confirmAction({
    title: texts.giveUpManagingTitle(title),
    body: texts.yourRoleBecomesRoleNamesUnless(roleNames[role]),
    confirmLabel: texts.changeMyRole,
    isDangerous: true,
  })

const confirmLeave = ({ title, visibility }: Workspace): Promise<boolean> =>
  confirmAction({
    title: texts.leaveTitle(title),
    body: texts.youLoseYourOwnRole(visibility === 'private' ? texts.andCanNoLongerView : ''),
    confirmLabel: texts.leaveWorkspace,
    isDangerous: true,
  })

function AddPeople({ workspaceId, present }: { workspaceId: string; present: ReadonlySet<string> }) {
  const [chosen, setChosen] = useState<FinderResult[]>([])
  const [isBusy, setBusy] = useState(false)
  const add = useAddToWorkspace(workspaceId)
  const mayInvite = useMe()?.user.abilities.manageUsers === true

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length === 0 || isBusy) return
    setBusy(true)
    const { failed, error, invitations, warning } = await add(chosen)
    setBusy(false)
    setChosen(failed)
    if (invitations.length > 0) openInvitationLinks(invitations)
    if (error) handleError(error)
    else if (warning !== null) showWarning(warning)
    else showSuccess(texts.greatNewUserSWere)
  }
  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <div className="kr-grow">
        <Finder
          label={texts.addPeopleAndGroups}
          isLabelHidden
          placeholder={texts.nameGroupOrEmail}
          types={['user', 'group', 'invited']}
          value={chosen}
          onChange={setChosen}
          excludedKeys={present}
          acceptsAddresses={mayInvite}
        />
      </div>
      <Button type="submit" size="md" disabled={chosen.length === 0} loading={isBusy}>
        {texts.add}
      </Button>
    </form>
  )
}
