import { ActionIcon, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import styles from './header.module.css'

/** The place of the notifications in the header. */
export function NotificationsButton({ size = 'md' }: { size?: 'md' | 'xl' }) {
  return (
    <Popover trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size={size} aria-label="Notifications" title="Notifications">
          <IconBell />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.note}>
        <p className="kr-medium">Notifications are not in this version yet</p>
        <p className="kr-muted">They will tell you about new articles, mentions and shared work.</p>
      </Popover.Dropdown>
    </Popover>
  )
}
