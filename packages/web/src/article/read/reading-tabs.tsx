import { IconPin } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { displayedTabTitle } from '@knowreel/shared/article/article.rules.ts'
import { useArticleLinks } from '../article-links.ts'
import { moveTabFocus } from '../../ui/move-tab-focus.ts'
import styles from '../../ui/tabs.module.css'
import * as texts from '../texts.ts'

/** The text tabs as links, so that each can be opened in a new tab and shared. The arrow keys move between them. */
export function ReadingTabs({ article, activeId }: { article: Article; activeId: string | null }) {
  const linkTo = useArticleLinks()
  return (
    <div role="tablist" aria-label={texts.notesText} className={styles.tabs} onKeyDown={moveTabFocus}>
      {article.textTabs.map((tab, index) => {
        const isPinned = tab.id === article.pinnedNote
        const isActive = tab.id === activeId
        const link = linkTo(article, { tabSlug: tab.slug })
        return (
          link && (
            <Link
              key={tab.id}
              role="tab"
              aria-selected={isActive}
              tabIndex={isActive || (activeId === null && index === 0) ? 0 : -1}
              className={styles.tab}
              title={tab.title}
              {...link}
              replace
              resetScroll={false}
            >
              {isPinned && <IconPin className="kr-icon-16" aria-label={texts.pinned} />}
              {displayedTabTitle(tab.title, isPinned)}
            </Link>
          )
        )
      })}
    </div>
  )
}
