import { lazyComponent } from '../ui/lazy-components.tsx'

/** Loaded when the first mention is clicked. */
export const MentionCard = lazyComponent(() =>
  import('./mention/mention-card.tsx').then((module) => module.MentionCard),
)
