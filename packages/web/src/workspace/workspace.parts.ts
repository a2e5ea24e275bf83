import { lazyComponent } from '../ui/lazy-components.tsx'

/** Lazy: only the personal workspace has it, and it is usually empty. */
export const SharedWithMe = lazyComponent(
  () => import('./shared/shared-with-me.tsx').then((module) => module.SharedWithMe),
  null,
)
