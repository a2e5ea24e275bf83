import { lazyPart } from '../ui/later.tsx'

/** Loaded when the first mention is clicked. */
export const MentionCard = lazyPart(() => import('./mention/mention-card.tsx').then((module) => module.MentionCard))
