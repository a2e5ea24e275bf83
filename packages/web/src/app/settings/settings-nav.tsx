import type { ComponentType, ReactNode } from 'react'
import { Link, type LinkProps } from '@tanstack/react-router'
import {
  IconBuilding,
  IconCreditCard,
  IconKey,
  IconLink,
  IconListSearch,
  IconReceipt,
  IconSparkles,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react'
import { companyRefusal } from '@knowreel/shared/company/company-state.rules.ts'
import { useMe } from '../../user/index.ts'
import * as texts from '../texts.ts'
import styles from '../../ui/page/second-nav.module.css'

/**
 * The settings that the signed-in person may open. The abilities in the response decide; an empty section is hidden.
 */
export function SettingsNav() {
  const user = useMe()?.user
  const abilities = user?.abilities
  // All other pages lead the owner of a company that is not paid back to its billing.
  const isPayerOnly = user !== undefined && companyRefusal(user) !== null
  if (isPayerOnly)
    return (
      <nav className={styles.nav} aria-label={texts.settings}>
        <BillingSection />
      </nav>
    )
  return (
    <nav className={styles.nav} aria-label={texts.settings}>
      <Section title={texts.you}>
        <NavItem to="/settings/profile" icon={IconUserCircle} label={texts.personalProfile} />
        <NavItem to="/settings/api-keys" icon={IconKey} label={texts.apiKeys} />
        <NavItem to="/settings/links" icon={IconLink} label={texts.sharedLinks} />
      </Section>
      {(abilities?.editCompany || abilities?.manageUsers || abilities?.manageGroups) && (
        <Section title={user?.company?.title ?? texts.company}>
          {abilities.editCompany && <NavItem to="/settings/company" icon={IconBuilding} label={texts.companyProfile} />}
          {abilities.manageUsers && <NavItem to="/settings/users" icon={IconUsers} label={texts.userManagement} />}
          {abilities.manageGroups && <NavItem to="/settings/groups" icon={IconUsersGroup} label={texts.userGroups} />}
          {abilities.seeAuditLog && <NavItem to="/settings/audit-log" icon={IconListSearch} label={texts.auditLog} />}
          {abilities.editCompany && <NavItem to="/settings/webhooks" icon={IconWebhook} label={texts.webhooks} />}
          {user?.company?.role === 'owner' && user.company.isAiEnabled && (
            <NavItem to="/settings/ai" icon={IconSparkles} label={texts.ai} />
          )}
        </Section>
      )}
      {abilities?.seeBilling && <BillingSection />}
    </nav>
  )
}

const BillingSection = () => (
  <Section title={texts.billing}>
    <NavItem to="/settings/billing/plan-details" icon={IconCreditCard} label={texts.planDetails} />
    <NavItem to="/settings/billing/history" icon={IconReceipt} label={texts.billingHistory} />
  </Section>
)

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}

/** Also active on sub-pages: a single group belongs to the groups. */
function NavItem({ to, icon: Icon, label }: { to: LinkProps['to']; icon: ComponentType; label: string }) {
  return (
    <Link to={to} className={styles.item} activeProps={{ 'aria-current': 'page' }}>
      <Icon />
      <span className="kr-trunc">{label}</span>
    </Link>
  )
}
