import { useMemo, useState, type ReactNode } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconFileText, IconList, IconVideo } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { SharedPage } from '@knowreel/shared/share/share.calls.ts'
import { Emoji } from '../ui/emoji.tsx'
import { Sheet } from '../ui/dialog/sheet.tsx'
import { formatDuration } from '../ui/time-format.ts'
import { useNarrow } from '../ui/use-breakpoints.ts'
import { sharedLinkTarget, type OpenedLink } from '../share/index.ts'
import { sharedRows } from './shared-rows.ts'
import * as texts from './texts.ts'
import styles from './shared-page.module.css'

const indentPixels = 20

type SharedArticlesProps = {
  /** The page of the shared article itself. */
  page: SharedPage
  link: OpenedLink
  openId: string | null
}

/** The shared article and its sub-articles. */
export function SharedArticles({ page: { article, children }, link, openId }: SharedArticlesProps) {
  const rows = useMemo(() => sharedRows(article, children), [article, children])
  return (
    <nav className={styles.articles} aria-label={texts.sharedArticles}>
      <ul>
        {rows.map(({ id, shortId, title, icon, duration, level }) => (
          <li key={id}>
            <Link
              className={styles.article}
              style={{ paddingLeft: 8 + level * indentPixels }}
              {...sharedLinkTarget(link)}
              search={{ article: level === 0 ? undefined : shortId, at: undefined }}
              activeProps={{}}
              aria-current={id === openId ? 'page' : undefined}
            >
              <Emoji icon={icon}>{duration > 0 ? <IconVideo /> : <IconFileText />}</Emoji>
              <span className="kr-trunc" title={title}>
                {title || texts.untitled}
              </span>
              {duration > 0 && <time>{formatDuration(duration)}</time>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On narrow screens the list is in a sheet; choosing closes it. */
export function SharedArticlesButton({ children }: { children: ReactNode }) {
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  if (!isNarrow) return null
  return (
    <>
      <ActionIcon size="xl" aria-label={texts.sharedArticles} aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <IconList />
      </ActionIcon>
      <Sheet opened={isOpen} onClose={() => setOpen(false)} label={texts.sharedArticles}>
        <div
          role="presentation"
          onClick={({ target }) => target instanceof Element && target.closest('a') && setOpen(false)}
        >
          {children}
        </div>
      </Sheet>
    </>
  )
}
