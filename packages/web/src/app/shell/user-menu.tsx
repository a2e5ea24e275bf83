import { ActionIcon, Menu } from '@mantine/core'
import { IconBuilding, IconKeyboard, IconLogout, IconShieldCog, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CompanySwitcher } from '../../company/index.ts'
import { useLogOut, useMe } from '../../user/index.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { companySettingsPath } from '../settings/company-settings-path.ts'
import { openShortcuts } from './open-shortcuts.ts'
import { ThemeChoice } from './theme-choice.tsx'
import styles from './header.module.css'

export function UserMenu({ size = 'md' }: { size?: 'md' | 'xl' }) {
  const user = useMe()?.user
  const logOut = useLogOut()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size={size}>
          <span className="kr-sr">{user ? `${user.name}, user menu` : 'User menu'}</span>
          {user ? <PersonAvatar person={user} isDecorative /> : <span className={styles.waiting} />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {user && (
          <div className={styles.person}>
            <span className="kr-medium kr-trunc">{user.name}</span>
            <span className="kr-second kr-muted kr-trunc">{user.email}</span>
          </div>
        )}
        <Menu.Divider />
        <CompanySwitcher />
        <Menu.Divider />
        <Menu.Item component={Link} to="/settings/profile" leftSection={<IconUserCircle />}>
          Personal Profile
        </Menu.Item>
        {user?.abilities.manageUsers && (
          <Menu.Item component={Link} to={companySettingsPath(user.abilities)} leftSection={<IconBuilding />}>
            Company Settings
          </Menu.Item>
        )}
        {user?.abilities.seeAdmin && (
          <Menu.Item component={Link} to="/admin" leftSection={<IconShieldCog />}>
            Admin panel
          </Menu.Item>
        )}
        <Menu.Divider />
        <ThemeChoice />
        <Menu.Item leftSection={<IconKeyboard />} onClick={openShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout />} onClick={logOut}>
          Log Out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
