/**
 * `/login/{token}/{articleId}/{companyId}/{destination}`, with `-` or `0` for an absent part. The token signs in once;
 * the destination is one of a few keywords, or a path of this site.
 */
export function signInPath(comeBackTo: string): string {
  return comeBackTo === '/' || comeBackTo === '' ? '/login' : `/login/-/-/-/${encodeURIComponent(comeBackTo)}`
}

export type SignInParams = { articleId?: string; companyId?: string; destination?: string }

/** Opens the notifications over the article if they were requested. */
export type SignInDestination = { path: string } | { articleId: string; isWithNotifications?: true }

/** Opens the notifications over any page. */
export const openNotificationsSearch = '?notifications=1'

/** A part of the URL, or null if it is a placeholder. */
export const readSegment = (part: string | undefined): string | null =>
  part === undefined || part === '' || part === '-' || part === '0' ? null : part

/** The destination of a sign-in. An article has to be looked up first, because its URL names its workspace. */
export function parseDestination({ articleId, destination }: SignInParams): SignInDestination {
  const article = readSegment(articleId)
  if (destination === 'draft' && article !== null) return { path: `/draft/${encodeURIComponent(article)}` }
  if (destination === 'draft') return { path: '/drafts' }
  if (destination === 'browse' && article === null) return { path: '/workspaces' }
  if (destination === 'billing') return { path: '/settings/billing/plan-details' }
  const requested = readSegment(destination)
  const path = requested === null ? null : pathOnThisSite(requested)
  if (path !== null) return { path }
  // `article`, `browse` and `notifications` refer to the article, if there is one.
  if (destination === 'notifications')
    return article === null
      ? { path: `/${openNotificationsSearch}` }
      : { articleId: article, isWithNotifications: true }
  return article === null ? { path: '/' } : { articleId: article }
}

/** Null for anything that a browser could interpret as another host. */
function pathOnThisSite(destination: string): string | null {
  if (!/^\/(?![/\\])/.test(destination) || /[\u0000-\u001f\\]/.test(destination)) return null
  return /^\/(login|signup)(\/|$)/.test(destination) ? null : destination
}

/**
 * A page opened with `?token=` is equivalent to signing in with that token and continuing to the page without it; null
 * for every other page.
 */
export function signInPathFromToken(address: URL): string | null {
  const token = address.searchParams.get('token')
  if (!token) return null
  const wanted = new URL(address)
  wanted.searchParams.delete('token')
  const destination = `${wanted.pathname}${wanted.search}${wanted.hash}`
  const rest = destination === '/' ? '' : `/-/-/${encodeURIComponent(destination)}`
  return `/login/${encodeURIComponent(token)}${rest}`
}

/**
 * The plain sign-in page. A Link inherits parameters of the same name from the current page unless they are set
 * explicitly.
 */
export const plainSignIn = {
  to: '/login/{-$token}/{-$articleId}/{-$companyId}/{-$destination}',
  params: { token: undefined, articleId: undefined, companyId: undefined, destination: undefined },
} as const

/** The same without the useless token; the destination stays. */
export const signInWithoutToken = { to: plainSignIn.to, params: { token: '-' } } as const

/** The page that requests an emailed reset link. */
export const plainPasswordReset = { to: '/password-reset/{-$token}', params: { token: undefined } } as const
