import { useCallback } from 'react'
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
