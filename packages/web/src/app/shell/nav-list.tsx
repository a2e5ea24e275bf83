import type { ComponentProps, ComponentType } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, type LinkProps } from '@tanstack/react-router'
import { IconCalendarEvent, IconFilePencil, IconUser, IconVocabulary } from '@tabler/icons-react'
import { draftsCountQuery } from '../../article/index.ts'
import { useMe } from '../../user/index.ts'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import * as texts from '../texts.ts'
import { placeOf, type NavPlace } from './open-place.ts'
import styles from './nav-list.module.css'

export type NavLook = 'wide' | 'small' | 'sheet'

type NavLinkProps = {
  look: NavLook
  icon: ComponentType
  label: string
  /** Shown at the right of the label; hidden if zero. */
  count?: number
  to: LinkProps['to']
  params?: LinkProps['params']
  place: NavPlace
}

export function NavLink({ look, icon: Icon, label, count, to, params, place }: NavLinkProps) {
  const isOpen = useOpenPlace() === place
  const hasCount = count !== undefined && count > 0
  return (
    <NavTooltip look={look} label={label}>
      <Link
        to={to}
        params={params}
        className={styles.item}
        data-look={look}
        aria-label={look === 'small' ? label : undefined}
        data-open={isOpen || undefined}
        aria-current={isOpen || undefined}
      >
        <Icon />
        {look !== 'small' && <span className="kr-trunc">{label}</span>}
        {look !== 'small' && hasCount && <span className={styles.count}>{count}</span>}
      </Link>
    </NavTooltip>
  )
}

function useOpenPlace(): NavPlace | null {
  const me = useMe()?.user
  const pathname = useLocation({ select: (location) => location.pathname })
  return placeOf(pathname, [me?.personalWorkspaceShortId, me?.personalWorkspaceId])
}

type NavTooltipProps = Pick<ComponentProps<typeof Tooltip>, 'label' | 'children'> & { look: NavLook }

/** In the small sidebar the label is in the tooltip; elsewhere it is beside the icon. */
export function NavTooltip({ look, label, children }: NavTooltipProps) {
  return (
    <Tooltip label={label} position="right" disabled={look !== 'small'} openDelay={0}>
      {children}
    </Tooltip>
  )
}

/** The main pages, in the order of the main sidebar. Settings is separate, at its bottom. */
export function NavList({ look }: { look: NavLook }) {
  const personalId = useMe()?.user.personalWorkspaceShortId
  const drafts = useQuery(draftsCountQuery).data?.draftsCount
  return (
    <>
      <NavLink look={look} icon={IconVocabulary} label={texts.workspaces} place="workspaces" to="/workspaces" />
      {personalId && (
        <NavLink
          look={look}
          icon={IconUser}
          label={texts.personal}
          place="personal"
          to="/workspace/$id"
          params={{ id: personalId }}
        />
      )}
      {!personalId && <span className={styles.item} data-look={look} data-empty aria-hidden />}
      <NavLink look={look} icon={IconCalendarEvent} label={texts.meetings} place="meetings" to="/meetings" />
      <NavLink look={look} icon={IconFilePencil} label={texts.drafts} place="drafts" to="/drafts" count={drafts} />
    </>
  )
}
