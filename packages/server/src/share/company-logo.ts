import { AppError } from '@knowreel/shared/error/app-error.ts'
import { readerOf } from '../access/index.ts'
import { findCompanyLogo } from '../company/index.ts'
import { signForLink } from './link-scope.ts'
import { findOpenLinkOf } from './link.queries.ts'
import type { SeenArticle } from './share-articles.ts'
import type { PageParts } from './shared-page.ts'

/** Of what everybody may read: an article with a public link, or one of a public workspace. Null for all others. */
export async function readCompanyLogo(parts: PageParts, articleId: string): Promise<string | null> {
  const { db, signAddress } = parts
  const link = await findOpenLinkOf(db, 'public', articleId)
  if (link !== null) {
    const sign = signForLink(parts, link, { sessionId: null, articleId: link.articleId })
    return link.companyLogo === null ? null : sign(link.companyLogo, 'everybody')
  }
  const article = await findPublic(parts, articleId)
  const logo = article === null ? null : await findCompanyLogo(db, article.companyId)
  return article === null || logo === null ? null : signAddress(logo, readerOf(null, `article:${article.id}`))
}

async function findPublic({ db, articles }: PageParts, articleId: string): Promise<SeenArticle | null> {
  try {
    return await articles.findSeen(db, null, articleId)
  } catch (error) {
    // What is seen but cannot be shown now.
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}
