import type { ComponentProps, ComponentType } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useLocation, type LinkProps } from '@tanstack/react-router'
import { IconCalendarEvent, IconFilePencil, IconUser, IconVocabulary } from '@tabler/icons-react'
import { draftsCountQuery } from '../../article/index.ts'
import { useHasCompanyAccess } from '../../company/index.ts'
import { meetingsCountQuery } from '../../meeting/index.ts'
import { api } from '../../platform/api/api.ts'
import { useMe } from '../../user/index.ts'
import { Tooltip } from '../../ui/menu/tooltip.tsx'
import * as texts from '../texts.ts'
import { sectionOf, type NavSection } from './open-section.ts'
import styles from './nav-list.module.css'

export type NavVariant = 'wide' | 'small' | 'sheet'

type NavLinkProps = {
  variant: NavVariant
  icon: ComponentType
  label: string
  /** Shown at the right of the label; hidden if zero. */
  count?: number
  to: LinkProps['to']
  params?: LinkProps['params']
  section: NavSection
}

export function NavLink({ variant, icon: Icon, label, count, to, params, section }: NavLinkProps) {
  const isOpen = useOpenSection() === section
  const hasCount = count !== undefined && count > 0
  // The small sidebar has no room for the count.
  const name = hasCount ? texts.labelAndCount(label, count) : label
  return (
    <NavTooltip variant={variant} label={name}>
      <Link
        to={to}
        params={params}
        className={styles.item}
        data-look={variant}
        aria-label={variant === 'small' ? name : undefined}
        data-open={isOpen || undefined}
        aria-current={isOpen || undefined}
      >
        <Icon />
        {variant !== 'small' && <span className="kr-trunc">{label}</span>}
        {variant !== 'small' && hasCount && <span className={styles.count}>{count}</span>}
      </Link>
    </NavTooltip>
  )
}

function useOpenSection(): NavSection | null {
  const me = useMe()?.user
  const pathname = useLocation({ select: (location) => location.pathname })
  return sectionOf(pathname, [me?.personalWorkspaceShortId, me?.personalWorkspaceId])
}

type NavTooltipProps = Pick<ComponentProps<typeof Tooltip>, 'label' | 'children'> & { variant: NavVariant }

/** In the small sidebar the label is in the tooltip; elsewhere it is beside the icon. */
export function NavTooltip({ variant, label, children }: NavTooltipProps) {
  return (
    <Tooltip label={label} position="right" disabled={variant !== 'small'} openDelay={0}>
      {children}
    </Tooltip>
  )
}

/** Anything that changes articles invalidates `['workspace']`. A wrong count shows no message. */
const personalCountQuery = (id: string) =>
  queryOptions({
    queryKey: ['workspace', 'articles-count', id],
    queryFn: async ({ signal }) => (await api.workspace.articlesCount({ params: { id } }, { signal })).articlesCount,
    refetchInterval: 20_000,
    meta: { isErrorShown: true, isLive: true },
  })

/** The main pages, in the order of the main sidebar. Settings is separate, at its bottom. */
export function NavList({ variant }: { variant: NavVariant }) {
  const personalId = useMe()?.user.personalWorkspaceShortId
  const hasAccess = useHasCompanyAccess()
  const drafts = useQuery({ ...draftsCountQuery, enabled: hasAccess }).data?.draftsCount
  const meetings = useQuery({ ...meetingsCountQuery, enabled: hasAccess }).data?.count
  const personal = useQuery({
    ...personalCountQuery(personalId ?? ''),
    enabled: hasAccess && personalId != null,
  }).data
  return (
    <>
      <NavLink variant={variant} icon={IconVocabulary} label={texts.workspaces} section="workspaces" to="/workspaces" />
      {personalId && (
        <NavLink
          variant={variant}
          icon={IconUser}
          label={texts.personal}
          section="personal"
          to="/workspace/$id"
          params={{ id: personalId }}
          count={personal}
        />
      )}
      {!personalId && <span className={styles.item} data-look={variant} data-empty aria-hidden />}
      <NavLink
        variant={variant}
        icon={IconCalendarEvent}
        label={texts.meetings}
        section="meetings"
        to="/meetings"
        count={meetings}
      />
      <NavLink
        variant={variant}
        icon={IconFilePencil}
        label={texts.drafts}
        section="drafts"
        to="/drafts"
        count={drafts}
      />
    </>
  )
}
