import { lazyPart } from '../ui/later.tsx'

/** Lazy: only the personal workspace has it, and it is usually empty. */
export const SharedWithMe = lazyPart(
  () => import('./shared/shared-with-me.tsx').then((module) => module.SharedWithMe),
  null,
)
