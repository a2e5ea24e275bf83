import { slugFrom } from '../platform/slug/slug.ts'
import type { SlackServices } from './slack-services.ts'
import type { ShownArticle } from './slack.queries.ts'

type Addresses = Pick<SlackServices, 'domains' | 'publicAddress'>

export function articleUrl({ domains, publicAddress }: Addresses, article: ShownArticle): string {
  const { companySlug, workspaceShortId, workspaceTitle, articleShortId, slug } = article
  const base = domains.addressOf(companySlug) ?? publicAddress()
  return `${base}/b/${workspaceShortId}/${slugFrom(workspaceTitle)}/${articleShortId}/${slug}`
}

/** Whether pages of the installation are served under this host. */
export const isOwnHost = ({ domains, publicAddress }: Addresses, host: string): boolean =>
  host === new URL(publicAddress()).host || domains.slugOf(host) !== null
