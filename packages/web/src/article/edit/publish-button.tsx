import { Button, Menu } from '@mantine/core'
import { IconBell, IconBellOff, IconChevronDown, IconEdit } from '@tabler/icons-react'
import { useDraft, type Editing } from './editing.ts'
import styles from './publish-button.module.css'

type PublishButtonProps = Pick<Editing, 'store'> & {
  onPublish: (isNotification: boolean) => void
  onSaveDraft: () => void
  isWide?: boolean
}

/** In a personal workspace there is nobody to notify. */
export function PublishButton({ store, onPublish, onSaveDraft, isWide = false }: PublishButtonProps) {
  const workspace = useDraft(store, ({ article }) => article.workspace)
  const isBusy = useDraft(store, ({ queue }) => queue.phase === 'manual' || queue.phase === 'manualNext')
  const isPersonal = workspace?.visibility === 'personal'
  return (
    <span className={styles.split} data-wide={isWide || undefined}>
      <Button variant="filled" loading={isBusy} onClick={() => onPublish(!isPersonal)}>
        Publish
      </Button>
      <Menu>
        <Menu.Target>
          <Button variant="filled" disabled={isBusy} aria-label="Publish options" className={styles.more}>
            <IconChevronDown className="kr-icon-16" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isPersonal && (
            <>
              <Menu.Item leftSection={<IconBell />} onClick={() => onPublish(true)}>
                Publish and notify
                {workspace && <span className={styles.who}>Everyone who sees {workspace.title}</span>}
              </Menu.Item>
              <Menu.Item leftSection={<IconBellOff />} onClick={() => onPublish(false)}>
                Publish without notification
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item leftSection={<IconEdit />} onClick={onSaveDraft}>
            Save as draft
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
