import { IconFileText, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ArticleMode } from '@knowreel/shared/article/article-mode.rules.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { useArticleLinks, type ArticleLink } from '../article-links.ts'
import * as texts from '../texts.ts'
import styles from './mode-choice.module.css'

const modes = [
  { mode: 'video', label: texts.videoText, Icon: IconVideo },
  { mode: 'notes', label: texts.notesText, Icon: IconFileText },
] as const

type ModeLinksProps = {
  /** The link to each mode; the choice is shown if both exist. */
  links: { readonly [mode in ArticleMode]?: ArticleLink | null }
  shown: ArticleMode | null
}

/** Two modes as links, so that each can be opened in a new tab and shared. */
export function ModeLinks({ links, shown }: ModeLinksProps) {
  if (!links.video || !links.notes) return null
  return (
    <span className={styles.choice} role="group" aria-label={texts.videoOrNotes}>
      {modes.map(({ mode, label, Icon }) => {
        const link = links[mode]
        return (
          link && (
            <Link
              key={mode}
              className={styles.side}
              aria-current={shown === mode ? 'true' : undefined}
              {...link}
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

/** The shown mode of an article that has both. */
export function ModeChoice({ article, shown }: { article: Article; shown: ArticleMode }) {
  const linkTo = useArticleLinks()
  if (article.duration === 0 || (!article.isHasText && article.pinnedNote === null)) return null
  return (
    <ModeLinks
      links={{ video: linkTo(article, { mode: 'video' }), notes: linkTo(article, { mode: 'notes' }) }}
      shown={shown}
    />
  )
}
