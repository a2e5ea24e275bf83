import { sharedBrowseCalls } from '@knowreel/shared/share/share.calls.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { serve, type Actor, fileReader } from '../../access/index.ts'
import type { FileKind, SignVisibleFile } from '../../file/index.ts'
import type { Authenticate } from '../../user/index.ts'
import type { LinkUseCounter } from '../link/link-uses.ts'
import { type OpenLink, findOpenLinkOfArticle } from '../link/link.queries.ts'
import { signForLink } from '../link/link-scope.ts'
import { createLinkUnlocker, openPublicLink } from '../link/open-link.ts'
import { findPrivateLink, sharePolicy } from '../share.policy.ts'
import { readEmbed } from './embed.ts'
import { readSharedPage, type PageDependencies } from './shared-page.ts'
import { isSubArticle, listSubArticles } from './sub-articles.ts'
import { findCompanyLogo } from '../../company/index.ts'
import type { VisibleArticle } from '../share-articles.ts'

export type SharedBrowseDependencies = PageDependencies & {
  readonly authenticate: Authenticate
  readonly uses: LinkUseCounter
  readonly publicAddress: () => string
  /** Signs those files of notes that the notes of these articles show to their readers. */
  readonly signVisibleFile: SignVisibleFile
}

type LinkRequest = {
  readonly token: string
  readonly isPrivate?: boolean | undefined
  readonly pass?: string | undefined
}

type FilesRequest = LinkRequest & {
  readonly path: string | string[]
  readonly width?: number | undefined
}

export const sharedBrowseRoutes = (dependencies: SharedBrowseDependencies) => {
  const { db, articles, authenticate, uses, secrets, signAddress, signVisibleFile } = dependencies
  const unlock = createLinkUnlocker(dependencies)

  /** An ended session does not exclude anyone from what guests may see. */
  const findActor = async (token: string | null): Promise<Actor | null> => {
    try {
      return await authenticate(token)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_signed_in') return null
      throw error
    }
  }

  const openAsked = async ({ token, isPrivate, pass }: LinkRequest, sessionToken: string | null) => {
    const actor = isPrivate ? await findActor(sessionToken) : null
    const link = isPrivate
      ? await findPrivateLink(db, actor, token)
      : await openPublicLink(dependencies, { token, pass })
    if (link === null) throw new AppError('shared_not_found')
    return { link, actor }
  }

  const signFiles = async (kind: FileKind, { path, width, ...asked }: FilesRequest, sessionToken: string | null) => {
    const { link, actor } = await openAsked(asked, sessionToken)
    const shown = new Set([link.articleId, ...(await listSubArticles(dependencies, link)).map(({ id }) => id)])
    const sign = (articleId: string) =>
      signForLink({ signAddress, secrets }, link, { sessionId: actor?.sessionId ?? null, articleId })
    return signVisibleFile({ kind, paths: path, width, articleIds: shown, sign })
  }

  const readPage = async (link: OpenLink, articleId: string | undefined, actor: Actor | null) => {
    const page = await readSharedPage(dependencies, { link, articleId: articleId ?? null, actor })
    uses.count(link.token)
    return page
  }

  return serve(sharedBrowseCalls, sharePolicy(articles), {
    open: async ({ params, query, request }) => {
      const link = await openPublicLink(dependencies, { token: params.token, pass: query.pass })
      return readPage(link, query.articleId, await findActor(request.token))
    },
    unlock: async ({ params, body, request }) => ({
      pass: await unlock(params.token, body.password, request.address),
    }),
    openPrivate: async ({ actor, subject }) => readPage(subject, undefined, actor),
    check: async ({ params, query: { articleId, ...asked }, request }) => {
      const { link } = await openAsked({ ...asked, ...params }, request.token)
      const isRoot = articleId === undefined || articleId === link.articleId
      if (!isRoot && !(await isSubArticle(dependencies, link, articleId))) throw new AppError('shared_not_found')
      return { success: true as const }
    },
    imageUrl: async ({ body, request }) => signFiles('image', body, request.token),
    attachmentUrl: async ({ body, request }) => {
      const { signedUrl, signedUrls } = await signFiles('attachment', body, request.token)
      return { signedUrl, signedUrls }
    },
    oembed: async ({ query }) => readEmbed(dependencies, query),
    companyLogo: async ({ params }) => ({ logo: await readCompanyLogo(dependencies, params.articleId) }),
  })
}

/** For articles that everyone may read: with a public link, or in a public workspace. Null for all others. */
async function readCompanyLogo(dependencies: PageDependencies, articleId: string): Promise<string | null> {
  const { db, signAddress } = dependencies
  const link = await findOpenLinkOfArticle(db, 'public', articleId)
  if (link !== null) {
    const sign = signForLink(dependencies, link, { sessionId: null, articleId: link.articleId })
    return link.companyLogo === null ? null : sign(link.companyLogo, 'everybody')
  }
  const article = await findPublic(dependencies, articleId)
  const logo = article === null ? null : await findCompanyLogo(db, article.companyId)
  return article === null || logo === null ? null : signAddress(logo, fileReader(null, `article:${article.id}`))
}

async function findPublic({ db, articles }: PageDependencies, articleId: string): Promise<VisibleArticle | null> {
  try {
    return await articles.findVisible(db, null, articleId)
  } catch (error) {
    // Visible, but cannot be shown now.
    if (error instanceof AppError && error.status < 500) return null
    throw error
  }
}
