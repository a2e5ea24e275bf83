import { lazy } from 'react'
import { untilLoaded } from '../platform/until-loaded.ts'

export { LinkField } from './link-field.tsx'
export { LinkKey } from './link-key.ts'
export { MarkButtons, ToolButton } from './mark-buttons.tsx'
export { mentionAt, type MentionPlace } from './mention/mention-place.ts'
export { searchPeople } from './mention/people.query.ts'
export { emojis } from './suggest/emojis.ts'
export type { FindPeople } from './suggest/mentions.ts'
export { SuggestList } from './suggest/suggest-list.tsx'
export { createSuggestStore, type EditorPanel, type SuggestItem, type SuggestStore } from './suggest/suggest-store.ts'
export { emojiKind, peopleKind, Suggestions, type SuggestKind } from './suggest/suggestions.extension.ts'
export { waitToAsk } from './suggest/wait-to-ask.ts'

/** Asked for by the first mention that is pressed. */
export const MentionCard = lazy(() =>
  untilLoaded(() => import('./mention/mention-card.tsx')).then((module) => ({ default: module.MentionCard })),
)
