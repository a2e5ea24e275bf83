import '../../ui/style/mantine-parts.css'
import '../../ui/style/parts.css'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import { Outlet, useLocation } from '@tanstack/react-router'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { readToken } from '../../platform/session/session-token.ts'
import { whenIdle } from '../../platform/when-idle.ts'
import { DeactivatedBanner, useMembershipGuard } from '../../company/index.ts'
import { NotificationsSide } from '../../notification/index.ts'
import { openCommandPalette, openSearch } from '../../search/index.ts'
import { useMe } from '../../user/index.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { SkipLink } from '../../ui/page/page-frame.tsx'
import { loadWithRetry } from '../../platform/load-with-retry.ts'
import { openShortcuts } from '../../ui/shortcuts/open-shortcuts.ts'
import { usePageShortcuts } from '../../ui/shortcuts/page-shortcuts.ts'
import { Header } from './header.tsx'
import { getNavState } from './nav-state.ts'
import { OperatorNotice } from '../operator-notice.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSettings,
  IconWifiOff,
} from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { NavLink, NavList, NavTooltip } from './nav-list.tsx'
import { Banner } from '../../ui/banner.tsx'
import { useOnline } from '../../ui/use-online.ts'
import styles from './app-shell.module.css'
import listStyles from './nav-list.module.css'
import mainSidebarStyles from './main-sidebar.module.css'
import offlineBannerStyles from './offline-banner.module.css'

/** Uploads left by earlier pages can wait until this one has loaded. */
const UploadTray = lazy(() =>
  whenIdle()
    .then(() => loadWithRetry(() => import('../../video/uploads/upload-tray.tsx')))
    .then((module) => ({ default: module.UploadTray })),
)

const RecordingControls = lazy(() =>
  whenIdle()
    .then(() => loadWithRetry(() => import('../../recording/recording-controls.tsx')))
    .then((module) => ({ default: module.RecordingControls })),
)

const isEditPage = (pathname: string): boolean => /^\/(draft\/[^/]|article\/[^/]+\/edit)/.test(pathname)

const loadShellShortcuts = () => import('./shell-shortcuts.ts').then(({ shellShortcuts }) => shellShortcuts)

/** 170 wide with labels, or 60 with icons only. */
type NavMode = 'wide' | 'small'

const navModeKey = 'knowreel.nav'

const readNavMode = (): NavMode => (readSetting(navModeKey) === 'small' ? 'small' : 'wide')
const rememberNavMode = (mode: NavMode): void => writeSetting(navModeKey, mode)

/** Header, main sidebar and the frame around every page. Guests see the frame without the sidebar. */
export function AppShell() {
  const isGuest = readToken() === null
  const isNarrow = useNarrow()
  const pathname = useLocation({ select: (location) => location.pathname })
  const me = useMe()
  const navState = getNavState(me, pathname)
  const [navMode, setNavMode] = useState<NavMode>(readNavMode)
  // Editing needs the room; the choice for other pages stays.
  const [editingNavMode, setEditingNavMode] = useState<NavMode>('small')
  const [isCreateOpen, setCreateOpen] = useState(false)
  const abilities = me?.user.abilities
  const mayCreate = abilities === undefined || abilities.createArticle || abilities.createWorkspace

  useMembershipGuard()
  usePageShortcuts(loadShellShortcuts)
  useShortcuts({
    isEnabled: !isGuest,
    onSearch: () => focusHomeSearch() || openSearch(),
    onPalette: () => openCommandPalette(openShortcuts),
    onCreate: () => setCreateOpen(mayCreate),
    onHelp: openShortcuts,
  })

  const isEditing = isEditPage(pathname)
  const shownMode = isEditing ? editingNavMode : navMode
  const toggleNav = () => {
    const next = shownMode === 'wide' ? 'small' : 'wide'
    if (isEditing) return setEditingNavMode(next)
    setNavMode(next)
    rememberNavMode(next)
  }
  const hasNav = !isGuest && !isNarrow && navState !== 'hidden'

  const nav = hasNav ? shownMode : 'none'
  useRootAttribute('nav', nav)

  return (
    <div className={styles.shell} data-nav={nav} data-operator={me?.user.loggedInAs ? '' : undefined}>
      <SkipLink />
      <OperatorNotice />
      <Header
        isGuest={isGuest}
        isNarrow={isNarrow}
        isHome={pathname === '/'}
        hasMenu={navState === 'shown'}
        create={{ isAllowed: mayCreate, isOpen: isCreateOpen, onChange: setCreateOpen }}
      />
      {hasNav && <MainSidebar mode={shownMode} isDimmed={navState === 'dimmed'} onToggle={toggleNav} />}
      <div className={styles.frame}>
        <OfflineBanner />
        {me?.user.company?.isActivated === false && <DeactivatedBanner />}
        <div className={styles.content}>
          <Outlet />
          {!isGuest && <NotificationsSide />}
        </div>
      </div>
      {!isGuest && me?.user.company && (
        <Suspense>
          <UploadTray owner={`${me.user.id}:${me.user.company.id}`} />
          <RecordingControls owner={`${me.user.id}:${me.user.company.id}`} />
        </Suspense>
      )}
    </div>
  )
}

/** Home has its own large search, which the shortcut focuses. */
function focusHomeSearch(): boolean {
  const field = document.getElementById('home-search')
  field?.focus()
  return field !== null
}

type MainSidebarProps = {
  mode: NavMode
  /** Visible but disabled. */
  isDimmed: boolean
  onToggle: () => void
}

function MainSidebar({ mode, isDimmed, onToggle }: MainSidebarProps) {
  const label = mode === 'wide' ? texts.collapse : texts.expand
  const Icon = mode === 'wide' ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <nav className={mainSidebarStyles.nav} aria-label={texts.main} data-dimmed={isDimmed || undefined} inert={isDimmed}>
      <NavList variant={mode} />
      <span className={mainSidebarStyles.space} />
      <NavLink variant={mode} icon={IconSettings} label={texts.settings} section="settings" to="/settings" />
      <NavTooltip variant={mode} label={label}>
        <button
          type="button"
          className={listStyles.item}
          data-look={mode}
          aria-label={texts.labelSidebar(label)}
          aria-expanded={mode === 'wide'}
          onClick={onToggle}
        >
          <Icon />
          {mode === 'wide' && label}
        </button>
      </NavTooltip>
    </nav>
  )
}

function OfflineBanner() {
  const isOnline = useOnline()
  useRootAttribute('offline', isOnline ? null : '')
  if (isOnline) return null
  return (
    <div className={offlineBannerStyles.banner}>
      <Banner icon={<IconWifiOff />}>{texts.youreOfflineYourChangesAre}</Banner>
    </div>
  )
}

/**
 * Sets a `data-…` attribute on the root element (null removes it), for styles of components elsewhere. `body:has(…)`
 * would work too, but makes the browser recalculate all styles of the page on every typed character.
 */
function useRootAttribute(name: 'nav' | 'offline', value: string | null): void {
  useLayoutEffect(() => {
    if (value === null) return
    const { dataset } = document.documentElement
    dataset[name] = value
    return () => {
      delete dataset[name]
    }
  }, [name, value])
}
