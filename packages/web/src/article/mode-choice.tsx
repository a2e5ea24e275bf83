import { IconFileText, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { articleParams, articleRoute } from './article-address.ts'
import styles from './mode-choice.module.css'

const sides = [
  { mode: 'video', label: 'Video', Icon: IconVideo },
  { mode: 'notes', label: 'Notes', Icon: IconFileText },
] as const

/** Which side of an article is shown, where it has both; as links, so that each can be opened elsewhere and shared. */
export function ModeChoice({ article, shown }: { article: Article; shown: ArticleMode }) {
  if (article.duration === 0 || (!article.isHasText && article.pinnedNote === null)) return null
  return (
    <span className={styles.choice} role="group" aria-label="Video or notes">
      {sides.map(({ mode, label, Icon }) => {
        const params = articleParams(article, { mode })
        return (
          params && (
            <Link
              key={mode}
              className={styles.side}
              aria-current={shown === mode ? 'true' : undefined}
              to={articleRoute}
              params={params}
              replace
              resetScroll={false}
            >
              <Icon className="kr-icon-16" />
              <span>{label}</span>
            </Link>
          )
        )
      })}
    </span>
  )
}
