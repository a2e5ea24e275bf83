import type { ComponentType, ReactNode } from 'react'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  IconBuilding,
  IconCreditCard,
  IconLink,
  IconReceipt,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useMe } from '../../user/index.ts'
import styles from './settings-nav.module.css'

/**
 * The settings that the signed-in person may open. The abilities in the response decide; an empty section is hidden.
 */
export function SettingsNav() {
  const user = useMe()?.user
  const abilities = user?.abilities
  return (
    <nav className={styles.nav} aria-label="Settings">
      <Section title="You">
        <Place to="/settings/profile" icon={IconUserCircle} label="Personal Profile" />
        <Place to="/settings/links" icon={IconLink} label="Shared links" />
      </Section>
      {(abilities?.editCompany || abilities?.manageUsers || abilities?.manageGroups) && (
        <Section title={user?.company?.title ?? 'Company'}>
          {abilities.editCompany && <Place to="/settings/company" icon={IconBuilding} label="Company Profile" />}
          {abilities.manageUsers && <Place to="/settings/users" icon={IconUsers} label="User Management" />}
          {abilities.manageGroups && <Place to="/settings/groups" icon={IconUsersGroup} label="User Groups" />}
        </Section>
      )}
      {abilities?.seeBilling && (
        <Section title="Billing">
          <Place to="/settings/billing/plan-details" icon={IconCreditCard} label="Plan Details" />
          <Place to="/settings/billing/history" icon={IconReceipt} label="Billing History" />
        </Section>
      )}
    </nav>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}

/** Also active on sub-pages: a single group belongs to the groups. */
function Place({ to, icon: Icon, label }: { to: LinkProps['to']; icon: ComponentType; label: string }) {
  return (
    <Link to={to} className={styles.place} activeProps={{ 'aria-current': 'page' }}>
      <Icon />
      <span className="kr-trunc">{label}</span>
    </Link>
  )
}
