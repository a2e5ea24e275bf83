import { lazyWhenIdle } from '../ui/lazy-components.tsx'

/** Once the article can be read. */
export const ReviewChip = lazyWhenIdle(() => import('./review-chip.tsx').then((module) => module.ReviewChip))
