import type { ComponentType, ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Tooltip } from '@mantine/core'
import { IconCalendarEvent, IconFilePencil, IconUser, IconVocabulary } from '@tabler/icons-react'
import { draftsCountQuery } from '../../article/index.ts'
import { useMe } from '../../user/index.ts'
import styles from './nav-list.module.css'

export type NavLook = 'wide' | 'small' | 'sheet'

type NavLinkProps = {
  look: NavLook
  icon: ComponentType
  label: string
  /** Shown at the right of the label; nothing for none. */
  count?: number
  to: LinkProps['to']
  params?: LinkProps['params']
  /** Counts as open on every page under it. */
  isOpen?: (pathname: string) => boolean
}

export function NavLink({ look, icon: Icon, label, count, to, params }: NavLinkProps) {
  const hasCount = count !== undefined && count > 0
  return (
    <NavTooltip look={look} label={label}>
      <Link
        to={to}
        params={params}
        className={styles.item}
        data-look={look}
        aria-label={look === 'small' ? label : undefined}
        activeOptions={{ exact: false }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon />
        {look !== 'small' && <span className="kr-trunc">{label}</span>}
        {look !== 'small' && hasCount && <span className={styles.count}>{count}</span>}
      </Link>
    </NavTooltip>
  )
}

/** In the small sidebar the word is in the tooltip; elsewhere it stands beside the icon. */
export function NavTooltip({ look, label, children }: { look: NavLook; label: string; children: ReactNode }) {
  return (
    <Tooltip label={label} position="right" disabled={look !== 'small'} openDelay={0}>
      {children}
    </Tooltip>
  )
}

/** The places of the product, in the order of the main sidebar. Settings stands apart, at its foot. */
export function NavList({ look }: { look: NavLook }) {
  const personalId = useMe()?.user.personalWorkspaceShortId
  const drafts = useQuery(draftsCountQuery).data?.draftsCount
  return (
    <>
      <NavLink look={look} icon={IconVocabulary} label="Workspaces" to="/workspaces" />
      {personalId && (
        <NavLink look={look} icon={IconUser} label="Personal" to="/workspace/$id" params={{ id: personalId }} />
      )}
      {!personalId && <span className={styles.item} data-look={look} data-empty aria-hidden />}
      <NavLink look={look} icon={IconCalendarEvent} label="Meetings" to="/meetings" />
      <NavLink look={look} icon={IconFilePencil} label="Drafts" to="/drafts" count={drafts} />
    </>
  )
}
