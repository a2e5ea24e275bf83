import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import {
  IconBuilding,
  IconKeyboard,
  IconLogout,
  IconShieldCog,
  IconUserCircle,
  IconCheck,
  IconDeviceDesktop,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { CompanySwitcher } from '../../company/index.ts'
import { useLogOut, useMe } from '../../user/index.ts'
import { AnchoredMenu } from '../../ui/menu/anchored-menu.tsx'
import type { AnchoredMenuControl } from '../../ui/menu/menu-button.tsx'
import { openShortcuts } from '../../ui/shortcuts/open-shortcuts.ts'
import styles from './header.module.css'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import * as texts from '../texts.ts'

/** The target of Company Settings: people who may not edit the company itself start with its people. */
const companySettingsPath = ({ editCompany }: Me['abilities']) =>
  editCompany ? '/settings/company' : '/settings/users'

export function UserMenuList(anchored: AnchoredMenuControl) {
  const user = useMe()?.user
  const logOut = useLogOut()
  return (
    <AnchoredMenu {...anchored} className={styles.menu}>
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
        {texts.personalProfile}
      </Menu.Item>
      {user?.abilities.manageUsers && (
        <Menu.Item component={Link} to={companySettingsPath(user.abilities)} leftSection={<IconBuilding />}>
          {texts.companySettings}
        </Menu.Item>
      )}
      {user?.abilities.seeAdmin && (
        <Menu.Item component={Link} to="/admin" leftSection={<IconShieldCog />}>
          {texts.adminPanel}
        </Menu.Item>
      )}
      <Menu.Divider />
      <ThemeChoice />
      <Menu.Item leftSection={<IconKeyboard />} onClick={openShortcuts}>
        {texts.keyboardShortcuts}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout />} onClick={logOut}>
        {texts.logOut}
      </Menu.Item>
    </AnchoredMenu>
  )
}

const themeOptions = [
  { scheme: 'light', label: texts.light, icon: IconSun },
  { scheme: 'dark', label: texts.dark, icon: IconMoon },
  { scheme: 'auto', label: texts.system, icon: IconDeviceDesktop },
] as const

function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
      {themeOptions.map(({ scheme, label, icon: Icon }) => (
        <Menu.RadioItem
          key={scheme}
          value={scheme}
          checkIcon={<IconCheck className="kr-icon-16" />}
          className={styles.theme}
        >
          <Icon />
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}
