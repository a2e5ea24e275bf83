/** The title of a page that a note embeds, from the oEmbed endpoint of its site. */
import type { Embed, EmbedProvider } from '@knowreel/shared/note/embed/embed-providers.ts'
import { embedTitle } from '@knowreel/shared/note/embed/note-embed.ts'
import type { PublicFetch } from '../platform/fetch/index.ts'

export type EmbedEndpoints = Readonly<Partial<Record<EmbedProvider, string>>>

/** The only URLs that are requested. Google Docs has none: the titles of its pages are known to their people only. */
export const embedEndpoints: EmbedEndpoints = {
  youtube: 'https://www.youtube.com/oembed',
  vimeo: 'https://vimeo.com/api/oembed.json',
  loom: 'https://www.loom.com/v1/oembed',
  figma: 'https://www.figma.com/api/oembed',
  miro: 'https://miro.com/api/v1/oembed',
  codepen: 'https://codepen.io/api/oembed',
}

/** The author waits for it, but can write in the meantime. */
const limits = { maximumBytes: 100_000, timeoutMs: 5000, accept: 'application/json', maxRedirects: 0 } as const

type TitleSource = { readonly fetchPublic: PublicFetch; readonly endpoints: EmbedEndpoints }

/** Null if the site does not say: then the URL is the title. */
export async function fetchEmbedTitle(
  { provider, url }: Embed,
  { fetchPublic, endpoints }: TitleSource,
): Promise<string | null> {
  const endpoint = endpoints[provider]
  if (endpoint === undefined) return null
  try {
    const answer = await fetchPublic(`${endpoint}?format=json&url=${encodeURIComponent(url)}`, limits)
    const read: unknown = JSON.parse(answer.toString('utf8'))
    return embedTitle((read as { title?: unknown } | null)?.title)
  } catch {
    return null
  }
}
