import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const choices = [
  { scheme: 'light', label: 'Light theme', icon: IconSun },
  { scheme: 'dark', label: 'Dark theme', icon: IconMoon },
  { scheme: 'auto', label: 'Theme of the system', icon: IconDeviceDesktop },
] as const

export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return choices.map(({ scheme, label, icon: Icon }) => (
    <Menu.Item
      key={scheme}
      role="menuitemradio"
      aria-checked={colorScheme === scheme}
      closeMenuOnClick={false}
      leftSection={<Icon />}
      rightSection={colorScheme === scheme ? <IconCheck className="kr-icon-16" /> : null}
      onClick={() => setColorScheme(scheme)}
    >
      {label}
    </Menu.Item>
  ))
}
