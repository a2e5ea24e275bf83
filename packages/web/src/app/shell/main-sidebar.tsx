import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSettings } from '@tabler/icons-react'
import * as texts from '../texts.ts'
import { NavLink, NavList, NavTooltip } from './nav-list.tsx'
import type { NavMode } from './nav-mode.ts'
import listStyles from './nav-list.module.css'
import styles from './main-sidebar.module.css'

type MainSidebarProps = {
  mode: NavMode
  /** Visible but disabled. */
  isDimmed: boolean
  onToggle: () => void
}

export function MainSidebar({ mode, isDimmed, onToggle }: MainSidebarProps) {
  const label = mode === 'wide' ? texts.collapse : texts.expand
  const Icon = mode === 'wide' ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <nav className={styles.nav} aria-label={texts.main} data-dimmed={isDimmed || undefined} inert={isDimmed}>
      <NavList variant={mode} />
      <span className={styles.space} />
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
