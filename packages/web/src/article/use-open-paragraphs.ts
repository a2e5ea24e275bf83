import { useMemo } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { OpenParagraphs } from '../workspace/index.ts'
import { articleHref, articleParams, articleRoute, askedPlace, type ArticleParams } from './article-address.ts'

/** The paragraphs of a recording for the tree beside it. One alone is the article itself. */
export function useOpenParagraphs(article: Article | undefined, params: ArticleParams): OpenParagraphs | undefined {
  const navigate = useNavigate()
  const { part, tab } = params
  const currentId = article ? askedPlace(article, { part, tab }).paragraphId : null
  return useMemo(() => {
    if (!article || article.paragraphs.flatMap((one) => [one, ...one.items]).length < 2) return undefined
    const paramsOf = (slug: string) => articleParams(article, { paragraphSlug: slug })
    return {
      articleId: article.id,
      paragraphs: article.paragraphs,
      currentId,
      hrefOf: (slug) => {
        const place = paramsOf(slug)
        return place ? articleHref(place) : ''
      },
      open: (slug) => {
        const place = paramsOf(slug)
        if (place) void navigate({ to: articleRoute, params: place, resetScroll: false })
      },
    }
  }, [article, currentId, navigate])
}
