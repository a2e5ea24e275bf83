/** Without the shell: signing in and up, links of emails, states of an account or a company. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as guards from '../guards.ts'
import { outside, root } from './frames.ts'

const signIn = createRoute({
  getParentRoute: () => outside,
  path: '/login/{-$token}/{-$articleId}/{-$companyId}/{-$destination}',
  beforeLoad: guards.redirectSignedIn,
  component: lazyRouteComponent(() => import('../../user/sign-in-page.tsx'), 'SignInPage'),
  staticData: { first: { signedOut: ['/login/providers'] } },
})
const socialSignIn = createRoute({
  getParentRoute: () => outside,
  path: '/login/social/$token',
  component: lazyRouteComponent(() => import('../../user/social-sign-in-page.tsx'), 'SocialSignInPage'),
})
const guests = createRoute({ getParentRoute: () => outside, id: 'guests', beforeLoad: guards.guestsOnly })
const socialSignInFailed = createRoute({
  getParentRoute: () => guests,
  path: '/login/social-fail/$message',
  component: lazyRouteComponent(() => import('../../user/social-fail-page.tsx'), 'SocialFailPage'),
})
const signUp = createRoute({
  getParentRoute: () => guests,
  path: '/signup',
  component: lazyRouteComponent(() => import('../../user/sign-up-page.tsx'), 'SignUpPage'),
})

/** Also for signed-in people, who join one more company. */
const invitedSignUp = createRoute({
  getParentRoute: () => outside,
  path: '/signup/$token',
  component: lazyRouteComponent(() => import('../../user/invited-sign-up-page.tsx'), 'InvitedSignUpPage'),
})
const passwordReset = createRoute({
  getParentRoute: () => outside,
  path: '/password-reset/{-$token}',
  // An emailed link is valid for signed-in people too.
  beforeLoad: ({ params }) => {
    if (params.token === undefined) guards.guestsOnly()
  },
  component: lazyRouteComponent(() => import('../../user/password-reset-page.tsx'), 'PasswordResetPage'),
})

/** For anyone who has the link from an email, signed in or not. */
const unsubscribe = createRoute({
  getParentRoute: () => outside,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('../../notification/settings/unsubscribe-page.tsx'), 'UnsubscribePage'),
})

const states = createRoute({
  getParentRoute: () => outside,
  id: 'states',
  beforeLoad: guards.needSession,
  component: lazyRouteComponent(() => import('../states-frame.tsx'), 'StatesFrame'),
})
const inactive = createRoute({
  getParentRoute: () => states,
  path: '/inactive',
  component: lazyRouteComponent(() => import('../../company/state/inactive-page.tsx'), 'InactivePage'),
})
const userDeactivated = createRoute({
  getParentRoute: () => states,
  path: '/user-deactivated',
  component: lazyRouteComponent(() => import('../../company/state/user-deactivated-page.tsx'), 'UserDeactivatedPage'),
})
const checkout = createRoute({
  getParentRoute: () => outside,
  path: '/checkout',
  validateSearch: ({ transactionId }: Record<string, unknown>): { transactionId?: string } =>
    typeof transactionId === 'string' && transactionId !== '' ? { transactionId } : {},
  beforeLoad: async (match) => {
    guards.needSession(match)
    await guards.followDecision(match)
  },
  component: lazyRouteComponent(() => import('../../billing/checkout/checkout-page.tsx'), 'CheckoutPage'),
})
const notPaidPage = lazyRouteComponent(() => import('../../company/state/not-paid-page.tsx'), 'NotPaidPage')
const notPaid = createRoute({ getParentRoute: () => states, path: '/not-paid', component: notPaidPage })
const temporarilyDeactivated = createRoute({
  getParentRoute: () => states,
  path: '/temporarily-deactivated',
  component: notPaidPage,
})

/** Choosing a plan for an unpaid company is like the pages above; changing the plan of a paid one has the shell. */
const plans = createRoute({
  getParentRoute: () => root,
  id: 'plans',
  beforeLoad: guards.needSession,
  component: lazyRouteComponent(() => import('../plans-frame.tsx'), 'PlansFrame'),
  staticData: { first: { signedIn: ['/user/me'] } },
})
const subscription = createRoute({
  getParentRoute: () => plans,
  path: '/subscription/{-$update}',
  beforeLoad: guards.followDecision,
  component: lazyRouteComponent(() => import('../../billing/plans/plans-page.tsx'), 'PlansPage'),
})

export const planRoutes = plans.addChildren([subscription])

export const guestRoutes = outside.addChildren([
  invitedSignUp,
  signIn,
  socialSignIn,
  guests.addChildren([socialSignInFailed, signUp]),
  passwordReset,
  unsubscribe,
  states.addChildren([inactive, userDeactivated, notPaid, temporarilyDeactivated]),
  checkout,
])
