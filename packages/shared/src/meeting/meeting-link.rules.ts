/**
 * Links to meetings: which service they belong to, the key by which two links to one meeting are recognised, and the
 * links in the text of an invitation. Only hosts of known services and of the installation count, so a bot is never sent
 * to other addresses.
 */
export const meetingPlatforms = ['jitsi', 'meet', 'teams', 'zoom'] as const
export type MeetingPlatform = (typeof meetingPlatforms)[number]

export const platformNames: Readonly<Record<MeetingPlatform, string>> = {
  jitsi: 'Jitsi',
  meet: 'Google Meet',
  teams: 'Microsoft Teams',
  zoom: 'Zoom',
}

export type MeetingLink = {
  readonly platform: MeetingPlatform
  /** As it is opened: with its password, without anything about the person who was invited. */
  readonly url: string
  /** Equal for two links to the same meeting. */
  readonly key: string
}

const maxLinkLength = 2000
const jitsiHosts: ReadonlySet<string> = new Set(['meet.jit.si', '8x8.vc', 'moderated.jitsi.net'])

/** Null if it is no link to a meeting. `ownJitsiHosts` are those of the installation, with a port unless it is usual. */
export function parseMeetingLink(text: string, ownJitsiHosts: readonly string[] = []): MeetingLink | null {
  const given = text.trim()
  if (given.length > maxLinkLength) return null
  const url = unwrapLink(toUrl(given))
  if (url === null || url.username !== '' || url.password !== '') return null
  const isOwn = ownJitsiHosts.includes(url.host)
  if (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')) return null
  if (isOwn || jitsiHosts.has(url.host)) return parseJitsi(url)
  // Services of others have the usual port.
  if (url.port !== '') return null
  return parseMeet(url) ?? parseTeams(url) ?? parseZoom(url)
}

function toUrl(text: string): URL | null {
  // People copy what the screen shows: without the protocol.
  const address = /^[\w.-]+\.[a-z]{2,}(?::\d+)?\//i.test(text) ? `https://${text}` : text
  return URL.canParse(address) ? new URL(address) : null
}

/** Mail filters replace links by their own, with the original in a parameter. */
function unwrapLink(url: URL | null): URL | null {
  if (url === null) return null
  const wrapped = url.hostname.endsWith('.safelinks.protection.outlook.com')
    ? url.searchParams.get('url')
    : url.hostname === 'www.google.com' && url.pathname === '/url'
      ? (url.searchParams.get('q') ?? url.searchParams.get('url'))
      : null
  return wrapped === null ? url : toUrl(wrapped)
}

function parseJitsi(url: URL): MeetingLink | null {
  const path = url.pathname.replace(/\/+$/, '')
  // A room, or on shared hosts the room of a tenant.
  if (!/^(?:\/[^/]{1,200}){1,3}$/.test(path)) return null
  const token = url.searchParams.get('jwt')
  return {
    platform: 'jitsi',
    url: `${url.origin}${path}${token === null ? '' : `?jwt=${encodeURIComponent(token)}`}`,
    key: `jitsi:${url.host}${decode(path).toLowerCase()}`,
  }
}

function parseMeet(url: URL): MeetingLink | null {
  const code = /^\/([a-z]{3}-[a-z]{4}-[a-z]{3})$/i.exec(url.pathname.replace(/\/$/, ''))?.[1]?.toLowerCase()
  if (url.hostname !== 'meet.google.com' || code === undefined) return null
  return { platform: 'meet', url: `https://meet.google.com/${code}`, key: `meet:${code}` }
}

function parseTeams(url: URL): MeetingLink | null {
  if (url.hostname !== 'teams.microsoft.com' && url.hostname !== 'teams.live.com') return null
  const thread = /^\/l\/meetup-join\/([^/]+)\/(\d+)/.exec(url.pathname)
  if (thread !== null) {
    return {
      platform: 'teams',
      url: url.href,
      key: `teams:${decode(thread[1] ?? '').toLowerCase()}:${thread[2] ?? '0'}`,
    }
  }
  const code = /^\/meet\/(\d{6,20})\/?$/.exec(url.pathname)?.[1]
  if (code === undefined) return null
  const password = url.searchParams.get('p')
  const query = password === null ? '' : `?p=${encodeURIComponent(password)}`
  return { platform: 'teams', url: `${url.origin}/meet/${code}${query}`, key: `teams:${code}` }
}

function parseZoom(url: URL): MeetingLink | null {
  if (!/(?:^|\.)zoom\.us$/.test(url.hostname)) return null
  const id = /^\/(?:j|s|w|wc\/join|wc)\/(\d{9,12})(?:\/join)?\/?$/.exec(url.pathname)?.[1]
  if (id === undefined) return null
  const password = url.searchParams.get('pwd')
  const query = password === null ? '' : `?pwd=${encodeURIComponent(password)}`
  return { platform: 'zoom', url: `https://${url.hostname}/j/${id}${query}`, key: `zoom:${id}` }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The first link to a meeting in these texts, which are searched in their order. */
export function findMeetingLink(texts: readonly string[], ownJitsiHosts: readonly string[] = []): MeetingLink | null {
  for (const text of texts) {
    for (const [found] of text.slice(0, 100_000).matchAll(/https?:\/\/[^\s<>"'`\\]+/g)) {
      const link = parseMeetingLink(found.replace(/[).,;:!?\]]+$/, '').replaceAll('&amp;', '&'), ownJitsiHosts)
      if (link !== null) return link
    }
  }
  return null
}
