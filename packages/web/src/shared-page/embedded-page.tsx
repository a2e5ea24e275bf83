import '../ui/style/mantine-parts.css'
import '../ui/style/parts.css'
import { useCallback, type MouseEvent } from 'react'
import { IconExternalLink } from '@tabler/icons-react'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { StandaloneArticle, ArticleSkeleton } from '../article/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageMain } from '../ui/page/page-frame.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import { sharedUrl } from '../share/index.ts'
import { SharedLoadError } from './shared-load-error.tsx'
import { isLocked, isNotFound } from './shared-page.queries.ts'
import * as texts from './texts.ts'
import { useOpenedLink } from './use-opened-link.ts'
import { useSharedArticle, type LinkToLocation } from './use-shared-article.ts'
import styles from './embedded-page.module.css'

/** Links open outside the frame: other pages of ours refuse to be framed, and most other sites do too. */
function openLinkOutsideFrame({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link && `${link.origin}${link.pathname}` !== `${location.origin}${location.pathname}`) link.target = '_blank'
}

/** A publicly shared article embedded in another site: its content, and a link to its own page. */
export function EmbeddedPage() {
  const { link, search } = useOpenedLink({ isPrivate: false })
  const { token } = link
  const locationOf = useCallback<LinkToLocation>(
    (to) => ({ to: '/embed/$sharedToken', params: { sharedToken: token }, search: to }),
    [token],
  )
  const { root, reading, error, retry, isRetrying } = useSharedArticle(link, search, locationOf)
  const title = reading && (reading.article.title || texts.untitled)
  usePageTitle(title)

  return (
    <div role="presentation" className={styles.frame} onClick={openLinkOutsideFrame}>
      {title && (
        <header className={styles.bar}>
          <a
            className={styles.title}
            href={sharedUrl(link, search)}
            target="_blank"
            rel="noopener"
            title={texts.titleOpensInANew(title)}
          >
            <span className="kr-trunc">{title}</span>
            <IconExternalLink className="kr-icon-16" aria-label={texts.openInANewTab} />
          </a>
          <span className={styles.company}>{root?.company.title}</span>
        </header>
      )}
      <PageMain tone="paper">
        {isLocked(error) ? (
          // A password typed into a frame could be read by the page around it.
          <EmptyState drawing="locked" text={texts.thisLinkRequiresAPassword}>
            <a href={sharedUrl(link, search)} target="_blank" rel="noopener">
              {texts.openInANewTab}
            </a>
          </EmptyState>
        ) : isNotFound(error) ? (
          <EmptyState drawing="lost" text={errorCodes.shared_not_found.message} />
        ) : reading ? (
          <StandaloneArticle key={reading.article.id} {...reading} isEmbedded />
        ) : error ? (
          <SharedLoadError error={error} onRetry={retry} isRetrying={isRetrying} />
        ) : (
          <ArticleSkeleton />
        )}
      </PageMain>
    </div>
  )
}
