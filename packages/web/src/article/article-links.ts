/** The targets of links into an article: within its workspace, unless the surrounding page provides others. */
import { createContext, useContext } from 'react'
import type { LinkProps } from '@tanstack/react-router'
import { articleParams, articleRoute, type LinkableArticle, type ArticleLocation } from './article-url.ts'

/** Spread over a Link. */
export type ArticleLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Null for an article that has no URL. */
export type LinkTo = (article: LinkableArticle, location?: ArticleLocation) => ArticleLink | null

const workspaceLinkTo: LinkTo = (article, location) => {
  const params = articleParams(article, location)
  return (
    params && { to: articleRoute, params, ...(location?.time !== undefined && { search: { t: location.time / 1000 } }) }
  )
}

export const ArticleLinks = createContext<LinkTo>(workspaceLinkTo)

export const useArticleLinks = (): LinkTo => useContext(ArticleLinks)
