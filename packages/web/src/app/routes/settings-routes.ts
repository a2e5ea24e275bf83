/** Settings of a person and of a company. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readAuditLogSearch } from '../../audit/audit-log-search.ts'
import { readUserListSearch } from '../../company-user/user-list-search.ts'
import * as guards from '../guards.ts'
import { members } from './frames.ts'

const settings = createRoute({
  getParentRoute: () => members,
  path: '/settings',
  beforeLoad: ({ location }) => {
    if (/^\/settings\/?$/.test(location.pathname)) throw redirect({ to: '/settings/profile', replace: true })
  },
  component: lazyRouteComponent(() => import('../settings/settings-layout.tsx'), 'SettingsLayout'),
})
const companySettings = createRoute({
  getParentRoute: () => settings,
  id: 'company-settings',
  beforeLoad: guards.managersOnly,
})
const profile = createRoute({
  getParentRoute: () => settings,
  path: '/profile',
  validateSearch: readProfileSearch,
  beforeLoad: async ({ search, context, preload }) => {
    if (preload || search.confirmEmail === undefined) return
    const { confirmEmail } = await import('../../user/profile/profile.queries.ts')
    await confirmEmail(context.queryClient, search.confirmEmail)
    throw redirect({ to: '/settings/profile', replace: true })
  },
  component: lazyRouteComponent(() => import('../settings/profile-settings-page.tsx'), 'ProfileSettingsPage'),
})
const companyProfile = createRoute({
  getParentRoute: () => companySettings,
  path: '/company',
  beforeLoad: guards.companyEditorsOnly,
  component: lazyRouteComponent(() => import('../../company/profile/company-profile-page.tsx'), 'CompanyProfilePage'),
})
const users = createRoute({
  getParentRoute: () => companySettings,
  path: '/users',
  validateSearch: readUserListSearch,
  component: lazyRouteComponent(() => import('../../company-user/users-page.tsx'), 'UsersPage'),
})
const groups = createRoute({
  getParentRoute: () => companySettings,
  path: '/groups',
  component: lazyRouteComponent(() => import('../../group/groups-page.tsx'), 'GroupsPage'),
})
const group = createRoute({
  getParentRoute: () => companySettings,
  path: '/groups/$groupId',
  component: lazyRouteComponent(() => import('../../group/group-page.tsx'), 'GroupPage'),
})
const auditLog = createRoute({
  getParentRoute: () => companySettings,
  path: '/audit-log',
  beforeLoad: guards.companyEditorsOnly,
  validateSearch: readAuditLogSearch,
  component: lazyRouteComponent(() => import('../../audit/company-audit-page.tsx'), 'CompanyAuditPage'),
})
const webhooks = createRoute({
  getParentRoute: () => companySettings,
  path: '/webhooks',
  beforeLoad: guards.companyEditorsOnly,
  component: lazyRouteComponent(() => import('../../webhook/webhooks-page.tsx'), 'WebhooksPage'),
})
const webhook = createRoute({
  getParentRoute: () => companySettings,
  path: '/webhooks/$webhookId',
  beforeLoad: guards.companyEditorsOnly,
  component: lazyRouteComponent(() => import('../../webhook/webhook-page.tsx'), 'WebhookPage'),
})
const aiSettings = createRoute({
  getParentRoute: () => companySettings,
  path: '/ai',
  beforeLoad: guards.companyOwnersOnly,
  component: lazyRouteComponent(() => import('../../ai/settings/ai-settings-page.tsx'), 'AiSettingsPage'),
})
const apiKeys = createRoute({
  getParentRoute: () => settings,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('../../user/api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
})
const sharedLinks = createRoute({
  getParentRoute: () => settings,
  path: '/links',
  component: lazyRouteComponent(() => import('../../share/links/shared-links-page.tsx'), 'SharedLinksPage'),
})
const billing = createRoute({
  getParentRoute: () => settings,
  path: '/billing',
  beforeLoad: async (match) => {
    await guards.followDecision(match)
    if (/^\/settings\/billing\/?$/.test(match.location.pathname))
      throw redirect({ to: '/settings/billing/plan-details', replace: true })
  },
})
const planDetails = createRoute({
  getParentRoute: () => billing,
  path: '/plan-details',
  component: lazyRouteComponent(() => import('../../billing/plan/plan-details-page.tsx'), 'PlanDetailsPage'),
})
const billingHistory = createRoute({
  getParentRoute: () => billing,
  path: '/history',
  component: lazyRouteComponent(() => import('../../billing/history/billing-history-page.tsx'), 'BillingHistoryPage'),
})

export const settingsRoutes = settings.addChildren([
  profile,
  companySettings.addChildren([companyProfile, users, groups, group, auditLog, webhooks, webhook, aiSettings]),
  apiKeys,
  sharedLinks,
  billing.addChildren([planDetails, billingHistory]),
])

/** The token of the email that confirms an address. */
type ProfileSearch = { confirmEmail?: string }

function readProfileSearch({ confirmEmail }: Record<string, unknown>): ProfileSearch {
  return typeof confirmEmail === 'string' && confirmEmail !== '' ? { confirmEmail } : {}
}
