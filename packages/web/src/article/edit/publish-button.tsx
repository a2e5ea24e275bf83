import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconBellOff, IconChevronDown, IconEdit, IconTrash } from '@tabler/icons-react'
import { workspacesQuery } from '../../workspace/index.ts'
import { useDraft, type EditingContext } from './editing-context.ts'
import * as texts from './texts.ts'
import styles from './publish-button.module.css'

type PublishButtonProps = Pick<EditingContext, 'store'> & {
  onPublish: (isNotification: boolean) => void
  onSaveDraft: () => void
  isWide?: boolean
  /** Offers to discard the draft in the menu; null while there is nothing to discard. */
  onDiscard?: (() => void) | null
}

/** In a personal workspace there is nobody to notify. The tooltip says who is notified. */
export function PublishButton({ store, onPublish, onSaveDraft, isWide = false, onDiscard }: PublishButtonProps) {
  const workspace = useChosenWorkspace(store)
  const isBusy = useDraft(store, ({ queue }) => queue.phase === 'manual' || queue.phase === 'manualNext')
  const isPersonal = workspace?.visibility === 'personal'
  return (
    <span className={styles.split} data-wide={isWide || undefined}>
      <Button
        variant="filled"
        loading={isBusy}
        title={isPersonal || !workspace ? undefined : texts.notifiesEveryoneWhoSees(workspace.title)}
        onClick={() => onPublish(!isPersonal)}
      >
        {isPersonal ? texts.publish : texts.publishAndNotify}
      </Button>
      <Menu>
        <Menu.Target>
          <Button variant="filled" disabled={isBusy} aria-label={texts.publishOptions} className={styles.more}>
            <IconChevronDown className="kr-icon-16" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isPersonal && (
            <>
              <Menu.Item leftSection={<IconBellOff />} onClick={() => onPublish(false)}>
                {texts.publishWithoutNotification}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconEdit />} onClick={onSaveDraft}>
            {texts.saveAsDraft}
          </Menu.Item>
          {onDiscard !== undefined && (
            <Menu.Item leftSection={<IconTrash />} disabled={onDiscard === null} onClick={() => onDiscard?.()}>
              {texts.discardDraft}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

/** Also while the choice is being saved. */
function useChosenWorkspace(store: EditingContext['store']) {
  const id = useDraft(store, ({ fields }) => fields.workspaceId)
  const saved = useDraft(store, ({ article }) => article.workspace)
  const isSaved = id === (saved?.id ?? null)
  const { data } = useQuery({ ...workspacesQuery, enabled: !isSaved })
  return isSaved ? saved : data?.items.find((workspace) => workspace.id === id)
}
