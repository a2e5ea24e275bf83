/**
 * `/login/{token}/{articleId}/{companyId}/{destination}`, with `-` for a part that is not there. The destination is one
 * of a few words, or a path of this site.
 */
export function signInAddress(comeBackTo: string): string {
  return comeBackTo === '/' || comeBackTo === '' ? '/login' : `/login/-/-/-/${encodeURIComponent(comeBackTo)}`
}

export type SignInParts = { articleId?: string; destination?: string }

export type SignInDestination = { path: string } | { articleId: string }

const isGiven = (part: string | undefined): part is string =>
  part !== undefined && part !== '' && part !== '-' && part !== '0'

/** Where signing in leads. An article has to be looked up first, because its address names its workspace. */
export function destinationOf({ articleId, destination }: SignInParts): SignInDestination {
  if (destination === 'draft' && isGiven(articleId)) return { path: `/draft/${encodeURIComponent(articleId)}` }
  if (destination === 'billing') return { path: '/settings/billing/plan-details' }
  const path = isGiven(destination) ? pathOnThisSite(destination) : null
  if (path !== null) return { path }
  return isGiven(articleId) ? { articleId } : { path: '/' }
}

/** Null for anything a browser could take for another host. */
function pathOnThisSite(destination: string): string | null {
  if (!/^\/(?![/\\])/.test(destination) || /[\u0000-\u001f\\]/.test(destination)) return null
  return /^\/(login|signup)(\/|$)/.test(destination) ? null : destination
}
