import { lazyComponent } from '../ui/lazy-components.tsx'
import { useMe } from '../user/index.ts'

const Banner = lazyComponent(() => import('./shell/operator-banner.tsx').then((module) => module.OperatorBanner), null)

/** Shown while an operator is logged in as another person. Other sessions do not load its code. */
export function OperatorNotice() {
  return useMe()?.user.loggedInAs ? <Banner /> : null
}
