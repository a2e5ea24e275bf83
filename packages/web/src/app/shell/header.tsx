import { useCallback, useState, useSyncExternalStore } from 'react'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconMenu2, IconPlus, IconSearch } from '@tabler/icons-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { Logo } from '../../ui/identity/logo.tsx'
import { openPanelSheet, panelSheetStore } from '../../ui/dialog/panel-sheet.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { UserMenu } from './user-menu.tsx'
import { NotificationsBell } from '../../notification/index.ts'
import { openSearch } from '../../search/index.ts'
import { plainSignIn } from '../../user/index.ts'
import styles from './header.module.css'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { MenuButton } from '../../ui/menu/menu-button.tsx'
import * as texts from '../texts.ts'
import { Kbd } from '../../ui/chip.tsx'

const CreateMenuList = lazyWhenIdle(() => import('./create-menu-list.tsx').then((module) => module.CreateMenuList))

type CreateState = { isAllowed: boolean; isOpen: boolean; onChange: (isOpen: boolean) => void }

function CreateMenu({ isAllowed, isOpen, onChange, isNarrow = false }: CreateState & { isNarrow?: boolean }) {
  return (
    <MenuButton isOpen={isOpen && isAllowed} onChange={onChange} menu={(anchored) => <CreateMenuList {...anchored} />}>
      {isNarrow ? (
        <ActionIcon size="xl" aria-label={texts.create} disabled={!isAllowed}>
          <IconPlus />
        </ActionIcon>
      ) : (
        <Button leftSection={<IconPlus />} disabled={!isAllowed} aria-keyshortcuts="C">
          {texts.create}
        </Button>
      )}
    </MenuButton>
  )
}

type HeaderProps = {
  isGuest: boolean
  isNarrow: boolean
  isHome: boolean
  /** Whether the main pages can be reached. */
  hasMenu: boolean
  create: CreateState
}

export function Header(props: HeaderProps) {
  if (props.isGuest) return <GuestHeader isNarrow={props.isNarrow} />
  return props.isNarrow ? <NarrowHeader {...props} /> : <WideHeader {...props} />
}

function WideHeader({ isHome, create }: HeaderProps) {
  return (
    <header className={styles.header}>
      <span className={styles.logo}>
        <Logo />
      </span>
      {isHome ? <span /> : <SearchButton />}
      <div className={styles.actions}>
        <CreateMenu {...create} />
        <NotificationsBell />
        <UserMenu />
      </div>
    </header>
  )
}

/** The search is hidden on Home, which has its own. */
function NarrowHeader({ isHome, hasMenu, create }: HeaderProps) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  const closeMenu = useCallback(() => setMenuOpen(false), [])
  return (
    <header className={styles.header} data-narrow>
      <ActionIcon
        size="xl"
        aria-label={texts.menu}
        aria-expanded={isMenuOpen}
        disabled={!hasMenu}
        onClick={() => setMenuOpen(true)}
      >
        <IconMenu2 />
      </ActionIcon>
      <PanelButton />
      {!isHome && (
        <ActionIcon size="xl" aria-label={texts.search} aria-haspopup="dialog" disabled={!hasMenu} onClick={openSearch}>
          <IconSearch />
        </ActionIcon>
      )}
      <CreateMenu {...create} isNarrow />
      <NotificationsBell size="xl" />
      <UserMenu size="xl" />
      <MobileMenu isOpen={isMenuOpen} onClose={closeMenu} />
    </header>
  )
}

/** Opens the second sidebar, which is a sheet on narrow screens; the logo where there is none. */
function PanelButton() {
  const { label, isOpen } = useSyncExternalStore(panelSheetStore.subscribe, panelSheetStore.read)
  return label === null ? (
    <span className={styles.narrowLogo}>
      <Logo />
    </span>
  ) : (
    <button type="button" className={styles.panelButton} aria-expanded={isOpen} onClick={openPanelSheet}>
      <span className="kr-trunc">{label}</span>
      <IconChevronDown className="kr-icon-16" />
    </button>
  )
}

function GuestHeader({ isNarrow }: { isNarrow: boolean }) {
  return (
    <header className={styles.header} data-narrow={isNarrow || undefined}>
      {isNarrow ? (
        <PanelButton />
      ) : (
        <>
          <span className={styles.logo}>
            <Logo />
          </span>
          <span />
        </>
      )}
      <div className={styles.actions}>
        <LinkButton {...plainSignIn}>{texts.signIn}</LinkButton>
      </div>
    </header>
  )
}

/** The search in the header. */
const SearchButton = () => (
  <button type="button" className={styles.search} aria-haspopup="dialog" aria-keyshortcuts="/" onClick={openSearch}>
    <IconSearch className="kr-icon-16" />
    <span className="kr-grow">{texts.search}</span>
    <Kbd>/</Kbd>
  </button>
)
