import { ActionIcon } from '@mantine/core'
import { useMe } from '../../user/index.ts'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import { PersonAvatar } from '../../ui/identity/person-avatar.tsx'
import * as texts from '../texts.ts'
import styles from './header.module.css'

const UserMenuList = lazyWhenIdle(() => import('./user-menu-list.tsx').then((module) => module.UserMenuList))

export function UserMenu({ size = 'md' }: { size?: 'md' | 'xl' }) {
  const user = useMe()?.user
  return (
    <MenuButton menu={(anchored) => <UserMenuList {...anchored} />}>
      <ActionIcon size={size}>
        <span className="kr-sr">{user ? texts.userNameUserMenu(user.name) : texts.userMenu}</span>
        {user ? <PersonAvatar person={user} isDecorative /> : <span className={styles.waiting} />}
      </ActionIcon>
    </MenuButton>
  )
}
