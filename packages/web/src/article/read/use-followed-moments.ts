import { useCallback, useMemo } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { useMomentLinks, type MomentLinkHandlers } from '../../note/index.ts'
import type { LinkTo } from '../article-links.ts'
import type { LinkableArticle } from '../article-url.ts'

/** For the notes of an article that is read: their links to moments open the recording there. */
export function useFollowedMoments(article: LinkableArticle, linkTo: LinkTo): MomentLinkHandlers {
  const navigate = useNavigate()
  return useMomentLinks(
    useCallback(
      ({ time }) => {
        const link = linkTo(article, { mode: 'video', time })
        if (link) void navigate({ ...link, resetScroll: false })
      },
      [article, linkTo, navigate],
    ),
  )
}

/** Leads from the moment of a comment to the recording while the notes are shown; undefined without a recording. */
export function useShowRecording(
  article: (LinkableArticle & { readonly duration: number }) | undefined,
  linkTo: LinkTo,
): ((hasPlayer: boolean) => void) | undefined {
  const navigate = useNavigate()
  return useMemo(
    () =>
      article && article.duration > 0
        ? (hasPlayer: boolean) => {
            const link = linkTo(article, { mode: 'video' })
            if (link && !hasPlayer) void navigate({ ...link, resetScroll: false })
          }
        : undefined,
    [article, linkTo, navigate],
  )
}
