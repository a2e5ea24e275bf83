/**
 * The sites whose pages a note may embed. Each is a pure function from the URL of a page to the address of its frame.
 * The address is made of ids that were checked, never of the URL itself, and is not stored: a note contains only the
 * URL of the page, so nothing in a note can name a host that is not listed here.
 */

export type Embed = {
  readonly provider: EmbedProvider
  /** Name of the product, for people. */
  readonly label: string
  /** The page that people open, always https. */
  readonly url: string
  /** The address of the frame. */
  readonly frame: string
  /** Width by height, as in CSS. */
  readonly ratio: string
}

/** UTF-16 units. */
export const MAX_EMBED_URL = 2000

type Page = {
  /** If the URL was that of a frame. */
  readonly url?: string
  readonly frame: string
}

type Provider = {
  readonly label: string
  readonly ratio: string
  readonly hosts: readonly string[]
  readonly frameHost: string
  /** Without a slash at the end of the path. */
  readonly find: (path: string, url: URL) => Page | null
}

const film = '16 / 9'
const board = '4 / 3'

const providers = {
  youtube: {
    label: 'YouTube',
    ratio: film,
    hosts: [
      'youtube.com',
      'www.youtube.com',
      'm.youtube.com',
      'music.youtube.com',
      'youtu.be',
      'youtube-nocookie.com',
      'www.youtube-nocookie.com',
    ],
    frameHost: 'www.youtube-nocookie.com',
    find: findYouTube,
  },
  vimeo: {
    label: 'Vimeo',
    ratio: film,
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    frameHost: 'player.vimeo.com',
    find: findVimeo,
  },
  loom: {
    label: 'Loom',
    ratio: film,
    hosts: ['loom.com', 'www.loom.com'],
    frameHost: 'www.loom.com',
    find(path) {
      const [, kind, id] = /^\/(share|embed)\/(?:[\w-]{0,200}-)?([0-9a-f]{32})$/.exec(path) ?? []
      if (id === undefined) return null
      return page(`https://www.loom.com/embed/${id}`, kind === 'embed' && `https://www.loom.com/share/${id}`)
    },
  },
  figma: {
    label: 'Figma',
    ratio: board,
    hosts: ['figma.com', 'www.figma.com', 'embed.figma.com'],
    frameHost: 'embed.figma.com',
    find: findFigma,
  },
  'google-docs': google('Google Docs', 'document', board, { own: 'preview', published: 'pub?embedded=true' }),
  'google-sheets': google('Google Sheets', 'spreadsheets', board, {
    own: 'preview',
    published: 'pubhtml?widget=true&headers=false',
  }),
  'google-slides': google('Google Slides', 'presentation', film, { own: 'embed', published: 'embed' }),
  miro: {
    label: 'Miro',
    ratio: board,
    hosts: ['miro.com', 'www.miro.com'],
    frameHost: 'miro.com',
    find(path) {
      const [, kind, id] =
        /^\/app\/(board|embed|live-embed)\/([\w-]{6,40}={0,2})$/.exec(path.replaceAll('%3D', '=')) ?? []
      if (id === undefined) return null
      return page(`https://miro.com/app/live-embed/${id}/`, kind !== 'board' && `https://miro.com/app/board/${id}/`)
    },
  },
  codepen: {
    label: 'CodePen',
    ratio: board,
    hosts: ['codepen.io', 'www.codepen.io'],
    frameHost: 'codepen.io',
    find(path) {
      const [, owner, kind, id] =
        /^\/((?:team\/)?[\w-]{1,60})\/(pen|full|details|embed|embed\/preview)\/([A-Za-z0-9]{5,40})$/.exec(path) ?? []
      if (id === undefined) return null
      return page(
        `https://codepen.io/${owner}/embed/${id}?default-tab=result`,
        kind?.startsWith('embed') && `https://codepen.io/${owner}/pen/${id}`,
      )
    },
  },
} as const satisfies Record<string, Provider>

export type EmbedProvider = keyof typeof providers

const providerNames = Object.keys(providers) as EmbedProvider[]

/** Names of the products, as a hint. */
export const embedProviderLabels: readonly string[] = providerNames.map((name) => providers[name].label)

/** The sources of frames that the content security policy allows. */
export const embedFrameSources: readonly string[] = [
  ...new Set(providerNames.map((name) => `https://${providers[name].frameHost}`)),
]

/** The embed behind the URL of a page or of a frame; null for every other text. */
export function findEmbed(address: unknown): Embed | null {
  const url = typeof address === 'string' ? webUrl(address) : null
  if (url === null) return null
  for (const name of providerNames) {
    const { label, ratio, hosts, find }: Provider = providers[name]
    if (!hosts.includes(url.hostname)) continue
    const found = find(url.pathname.replace(/\/$/, ''), url)
    if (found !== null) return { provider: name, label, ratio, url: found.url ?? url.href, frame: found.frame }
  }
  return null
}

/** A host in plain letters, without a port, a name or a password. Frames are often written without a scheme. */
const addressPattern = /^(?:https?:)?\/\/[a-z0-9.-]+(?:[/?#][^\s\p{Cc}]*)?$/iu

function webUrl(address: string): URL | null {
  const text = address.trim()
  if (text.length > MAX_EMBED_URL || !addressPattern.test(text)) return null
  const url = URL.parse(text.replace(/^(?:http:)?\/\//i, 'https://'))
  return url !== null && url.href.length <= MAX_EMBED_URL ? url : null
}

const page = (frame: string, url?: string | false): Page => (url ? { frame, url } : { frame })

function findYouTube(path: string, { hostname, searchParams }: URL): Page | null {
  const [, kind, inPath] = /^\/(shorts|live|embed|v)\/([\w-]{11})$/.exec(path) ?? []
  const short = hostname === 'youtu.be' ? path.slice(1) : null
  const id = inPath ?? short ?? (path === '/watch' ? searchParams.get('v') : null) ?? ''
  const list = searchParams.get('list') ?? ''
  const isFrame = kind === 'embed' || kind === 'v' || hostname.endsWith('youtube-nocookie.com')
  if (/^[\w-]{11}$/.test(id) && id !== 'videoseries') {
    const start = secondsOf(searchParams.get('start') ?? searchParams.get('t'))
    return page(
      `https://www.youtube-nocookie.com/embed/${id}${start === 0 ? '' : `?start=${start}`}`,
      isFrame && `https://www.youtube.com/watch?v=${id}${start === 0 ? '' : `&t=${start}`}`,
    )
  }
  const isList = path === '/playlist' || path === '/embed/videoseries'
  if (!isList || !/^[\w-]{12,64}$/.test(list)) return null
  return page(
    `https://www.youtube-nocookie.com/embed/videoseries?list=${list}`,
    path !== '/playlist' && `https://www.youtube.com/playlist?list=${list}`,
  )
}

/** `90`, `90s` and `1h2m3s`; 0 for everything else. */
function secondsOf(text: string | null): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '') ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** The second part of an unlisted film's URL is its key. */
function findVimeo(path: string, { hostname, searchParams }: URL): Page | null {
  const isFrame = hostname === 'player.vimeo.com'
  const [, id, inPath] =
    (isFrame
      ? /^\/video\/(\d{5,12})()$/
      : /^\/(?:channels\/[\w-]{1,80}\/|groups\/[\w-]{1,80}\/videos\/|album\/\d+\/video\/)?(\d{5,12})(?:\/([0-9a-f]{6,20}))?$/
    ).exec(path) ?? []
  if (id === undefined) return null
  const given = inPath || searchParams.get('h') || ''
  const key = /^[0-9a-f]{6,20}$/.test(given) ? given : ''
  return page(
    `https://player.vimeo.com/video/${id}?${key === '' ? '' : `h=${key}&`}dnt=1`,
    isFrame && `https://vimeo.com/${id}${key === '' ? '' : `/${key}`}`,
  )
}

function findFigma(path: string, { hostname, searchParams }: URL): Page | null {
  // Frames of the older kind have the page as a parameter.
  if (path === '/embed') {
    const inner = webUrl(searchParams.get('url') ?? '')
    const isPage = inner?.hostname === 'figma.com' || inner?.hostname === 'www.figma.com'
    const found = isPage && inner.pathname !== '/embed' ? findFigma(inner.pathname, inner) : null
    return found && { url: inner?.href ?? '', ...found }
  }
  const [, kind, key] = /^\/(file|design|proto|board|slides|deck)\/([A-Za-z0-9]{10,40})(?:\/|$)/.exec(path) ?? []
  if (kind === undefined || key === undefined) return null
  const type = kind === 'file' ? 'design' : kind
  const given = searchParams.get('node-id') ?? ''
  const node = /^\d{1,10}[-:]\d{1,10}$/.test(given) ? `node-id=${given.replace(':', '-')}` : ''
  return page(
    `https://embed.figma.com/${type}/${key}?${node === '' ? '' : `${node}&`}embed-host=knowreel`,
    hostname === 'embed.figma.com' && `https://www.figma.com/${type}/${key}${node === '' ? '' : `?${node}`}`,
  )
}

/** The id of a published document follows `e/`. */
function google(label: string, kind: string, ratio: string, views: { own: string; published: string }): Provider {
  const pattern = new RegExp(
    `^(?:/a/[\\w.-]{1,80})?/${kind}(?:/u/\\d{1,2})?/d/(e/)?([\\w-]{20,120})` +
      '(?:/(?:edit|view|preview|present|copy|embed|pub|pubhtml|htmlview|mobilebasic))?$',
  )
  return {
    label,
    ratio,
    hosts: ['docs.google.com'],
    frameHost: 'docs.google.com',
    find(path, { searchParams, hash }) {
      const [, published, id] = pattern.exec(path) ?? []
      if (id === undefined) return null
      const base = `https://docs.google.com/${kind}/d/${published ?? ''}${id}`
      const view = `${base}/${published === undefined ? views.own : views.published}`
      const sheet = /^#gid=(\d{1,12})$/.exec(hash)?.[1] ?? searchParams.get('gid') ?? ''
      const part = kind === 'spreadsheets' && /^\d{1,12}$/.test(sheet) ? `gid=${sheet}` : ''
      const isFrame = /\/(?:preview|embed)$/.test(path) || searchParams.has('embedded') || searchParams.has('widget')
      const document = `${base}/${published === undefined ? 'edit' : kind === 'spreadsheets' ? 'pubhtml' : 'pub'}`
      return page(withParameter(view, part), isFrame && withParameter(document, part))
    },
  }
}

const withParameter = (address: string, parameter: string): string =>
  parameter === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${parameter}`
