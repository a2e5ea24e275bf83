import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSettings } from '@tabler/icons-react'
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
  const label = mode === 'wide' ? 'Collapse' : 'Expand'
  const Icon = mode === 'wide' ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <nav className={styles.nav} aria-label="Main" data-dimmed={isDimmed || undefined} inert={isDimmed}>
      <NavList look={mode} />
      <span className={styles.space} />
      <NavLink look={mode} icon={IconSettings} label="Settings" place="settings" to="/settings" />
      <NavTooltip look={mode} label={label}>
        <button
          type="button"
          className={listStyles.item}
          data-look={mode}
          aria-label={`${label} sidebar`}
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
