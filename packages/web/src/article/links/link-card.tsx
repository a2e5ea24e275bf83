import { useEffect, useId } from 'react'
import { Popover } from '@mantine/core'
import { AnchorElement } from '../../ui/menu/anchor.tsx'
import { formatDuration } from '../../ui/time-format.ts'
import { ArticlePoster } from '../article-poster.tsx'
import { usePreviews } from '../article-previews.ts'
import * as texts from '../texts.ts'
import styles from './link-card.module.css'

/** Shows nothing of an article that the person does not see, or that cannot be loaded. */
export function LinkCard({ link, articleId }: { link: HTMLAnchorElement; articleId: string }) {
  const id = useId()
  const preview = usePreviews([articleId]).of.get(articleId)
  const isShown = preview !== undefined
  useEffect(() => {
    if (!isShown) return
    link.setAttribute('aria-describedby', id)
    return () => link.removeAttribute('aria-describedby')
  }, [link, id, isShown])
  if (!isShown) return null

  const { title, workspaceTitle, duration, posterUrl, excerpt } = preview
  return (
    <Popover
      opened
      position="bottom-start"
      offset={6}
      // Next to the end of a link that continues on the next line.
      middlewares={{ inline: true }}
      width={320}
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Popover.Target>
        <AnchorElement element={link} />
      </Popover.Target>
      <Popover.Dropdown id={id} role="tooltip" className={styles.card} data-link-card>
        {duration > 0 && (
          <ArticlePoster url={posterUrl} className={styles.poster}>
            <span className={styles.duration}>{formatDuration(duration)}</span>
          </ArticlePoster>
        )}
        <span className={styles.title}>{title || texts.untitled}</span>
        <span className={styles.workspace}>{workspaceTitle}</span>
        {excerpt !== '' && <span className={`kr-excerpt ${styles.excerpt}`}>{excerpt}</span>}
      </Popover.Dropdown>
    </Popover>
  )
}
