import { useMemo } from 'react'
import { IconFileText, IconPin, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { useArticleLinks } from '../article-links.ts'
import * as texts from '../texts.ts'
import styles from './note-cards.module.css'

/** Below a recording: its notes, or a button to start some. */
export function NoteCards({ article }: { article: Article }) {
  const isNarrow = useNarrow()
  if (article.isHasText) return <NoteCardList article={article} />
  const mayCreate = article.abilities.editArticles && !isNarrow && !article.isArchived
  return mayCreate ? (
    <section className={styles.none}>
      <IconFileText aria-hidden />
      <p>{texts.youDontHaveAnyNotes}</p>
      <CreateNotes article={article} />
    </section>
  ) : null
}

export const CreateNotes = ({ article, isPrimary = false }: { article: Article; isPrimary?: boolean }) => (
  <LinkButton
    variant={isPrimary ? 'filled' : 'default'}
    leftSection={<IconPlus />}
    to="/article/$id/edit/{-$mode}"
    params={{ id: article.shortId, mode: 'notes' }}
  >
    {texts.createNotes}
  </LinkButton>
)

function NoteCardList({ article }: { article: Article }) {
  const linkTo = useArticleLinks()
  const cards = useMemo(
    () => article.textTabs.map((tab) => ({ ...tab, excerpt: textExcerpt(tab.text) })),
    [article.textTabs],
  )
  return (
    <section className={styles.notes} aria-labelledby="notes-of-recording">
      <h2 id="notes-of-recording" className={styles.head}>
        {texts.notesText}
      </h2>
      <div className={styles.cards}>
        {cards.map(({ id, title, slug, excerpt }) => {
          const link = linkTo(article, { tabSlug: slug })
          return (
            link && (
              <Link key={id} className={styles.card} {...link}>
                <span className={styles.title}>
                  <IconFileText className="kr-icon-16" aria-hidden />
                  <span className="kr-trunc">{title}</span>
                  {id === article.pinnedNote && (
                    <span className={styles.pinned}>
                      <IconPin className="kr-icon-14" aria-hidden />
                      {texts.pinned}
                    </span>
                  )}
                </span>
                <span className={`kr-excerpt ${styles.excerpt}`}>{excerpt || texts.thisTabIsEmpty}</span>
              </Link>
            )
          )
        })}
      </div>
    </section>
  )
}

/** The first words of a text as plain text. Expects HTML that the server has sanitised. */
function textExcerpt(html: string, length = 160): string {
  const words = html.replaceAll(/<nav[^>]*>.*?<\/nav>|<span data-part="pr.*?<\/span>/g, ' ')
  const spaced = words.replaceAll(/<(?:\/(?:p|h[1-6]|li|td|th|pre|blockquote)|br\s*\/?|hr\s*\/?)>/g, '$& ')
  // A document that is only parsed loads and runs nothing.
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? ''
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, length)
}
