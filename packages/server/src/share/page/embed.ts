import type { sharedBrowseCalls } from '@knowreel/shared/share/share.calls.ts'
import type { CallResponse } from '@knowreel/shared/catalogue/call.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import { findPreviewed } from './preview.ts'
import type { PageDependencies } from './shared-page.ts'

type EmbedRequest = {
  readonly url: string
  readonly maxwidth?: number | undefined
  readonly maxheight?: number | undefined
}

const defaultSize = { width: 800, height: 600 }
/** Embedding pages request it again after this time, and then no longer show what was unshared. */
const cacheSeconds = 3600

/** The oEmbed response: how another page shows the article, in a frame that stops working with the link. */
export async function readEmbed(
  dependencies: PageDependencies & { readonly publicAddress: () => string },
  { url, maxwidth = defaultSize.width, maxheight = defaultSize.height }: EmbedRequest,
): Promise<CallResponse<typeof sharedBrowseCalls.oembed>> {
  const token = /^\/(?:b|browse)\/shared\/([^/]+)\/?$/.exec(URL.parse(url)?.pathname ?? '')?.[1]
  const found = token === undefined ? null : await findPreviewed(dependencies, token)
  if (found === null) throw new AppError('shared_not_found')
  const { article, link } = found
  const address = dependencies.publicAddress()
  const size = { width: Math.min(maxwidth, defaultSize.width), height: Math.min(maxheight, defaultSize.height) }
  const attributes = {
    src: `${address}/embed/${link.token}`,
    title: article.title,
    width: String(size.width),
    height: String(size.height),
    style: 'border:0',
    allow: 'fullscreen; picture-in-picture',
    loading: 'lazy',
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`)
  return {
    type: 'rich',
    version: '1.0',
    title: article.title,
    author_name: link.companyTitle,
    provider_name: 'Knowreel',
    provider_url: address,
    cache_age: cacheSeconds,
    html: `<iframe ${written.join(' ')}></iframe>`,
    ...size,
  }
}
