import { mentionedIn } from '@knowreel/shared/note/note-mentions.ts'
import type { TabContent } from './article-content.ts'

type Tabs = readonly Pick<TabContent, 'note'>[]

const mentionedInTabs = (tabs: Tabs): string[] => tabs.flatMap(({ note }) => mentionedIn(note))

/** Who is mentioned in what is published and was not in what was published before; wherever in it. */
export function newlyMentioned(former: Tabs, present: Tabs): string[] {
  const known = new Set(mentionedInTabs(former))
  return [...new Set(mentionedInTabs(present))].filter((id) => !known.has(id))
}
