import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import styles from './header.module.css'

const themeOptions = [
  { scheme: 'light', label: texts.light, icon: IconSun },
  { scheme: 'dark', label: texts.dark, icon: IconMoon },
  { scheme: 'auto', label: texts.system, icon: IconDeviceDesktop },
] as const

export function ThemeChoice() {
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
