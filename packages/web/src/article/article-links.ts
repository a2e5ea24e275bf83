/** The targets of links into an article: within its workspace, unless the surrounding page provides others. */
import { createContext, useContext } from 'react'
import type { LinkProps } from '@tanstack/react-router'
import { articleParams, articleRoute, type Addressed, type ArticlePlace } from './article-address.ts'

/** Spread over a Link. */
export type ArticleLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** Null for an article that has no URL. */
export type LinkTo = (article: Addressed, place?: ArticlePlace) => ArticleLink | null

const inWorkspace: LinkTo = (article, place) => {
  const params = articleParams(article, place)
  return params && { to: articleRoute, params }
}

export const ArticleLinks = createContext<LinkTo>(inWorkspace)

export const useArticleLinks = (): LinkTo => useContext(ArticleLinks)
