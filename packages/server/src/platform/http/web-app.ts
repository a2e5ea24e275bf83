/**
 * Serves the built web app: hashed assets are cached forever, the page is always revalidated. Every URL that is not a
 * file, the API or a socket returns the page, whose router takes over.
 */
import fastifyStatic from '@fastify/static'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import path from 'node:path'
import { createPageLoader, type BuiltPage } from './built-page.ts'
import { parseAcceptedEncodings } from './compress-responses.ts'
import { pathOf } from './http-server.ts'

const yearSeconds = 31_536_000

/** Folders of the build whose files change between builds. */
const assetFolders = ['assets', 'fonts'] as const

/**
 * A first view has dozens of small files, whose headers would weigh as much as their content. They are never documents
 * and never revalidated; the policy is for workers, which do not inherit that of the page.
 */
const assetHeaders = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'self'",
}
const headersOfPages = ['x-request-id', 'x-robots-tag', 'permissions-policy']

function cacheControlOf(file: string): string {
  // Fonts have no hash, but a new version would get a new name.
  const isForEver = assetFolders.some((folder) => file.startsWith(folder + path.sep))
  return isForEver ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600'
}

/** Subdomains that also serve the page. */
export type PageHosts = {
  /** Their parent host, written into the page for the shared cookie. */
  readonly parentHost: string
  /** Whether a company exists at this host. */
  readonly isKnown: (host: string | undefined) => Promise<boolean>
}

/** Metadata of a page for programs that do not run its app. */
export type PageMetadata = {
  readonly title?: string
  /** Inserted into the head unchanged: the caller has escaped it. */
  readonly head: string
  /** Other sites may show this page in a frame. */
  readonly isFramed: boolean
}

type WebAppOptions = {
  readonly hosts?: PageHosts | undefined
  /** By the path of the page and the caller's address; null without metadata. */
  readonly describePage?: (path: string, address: string) => Promise<PageMetadata | null>
  /** The site whose payment form a page embeds; null for most pages. */
  readonly paymentSiteOf?: (path: string) => string | null
}

export async function registerWebApp(
  app: FastifyInstance,
  directory: string,
  { hosts, describePage = async () => null, paymentSiteOf = () => null }: WebAppOptions = {},
): Promise<void> {
  const sendPage = createSendPage(directory, { hosts, describePage, paymentSiteOf })
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    // Static routes are registered from the files present now, so page and files of the next build are excluded.
    globIgnore: ['index.html*', ...assetFolders.map((folder) => `${folder}/**`)],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, file) => {
      void response.header('cache-control', cacheControlOf(path.relative(directory, file)))
    },
  })
  for (const folder of assetFolders) {
    app.get<{ Params: { file: string } }>(`/${folder}/:file`, { helmet: false }, (request, reply) => {
      const { file } = request.params
      for (const name of headersOfPages) void reply.removeHeader(name)
      void reply.headers(assetHeaders)
      return /^[\w-][\w.-]*$/.test(file)
        ? reply.sendFile(`${folder}/${file}`, { etag: false, lastModified: false, acceptRanges: false })
        : reply.callNotFound()
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw new AppError('not_found')
    return sendPage(reply, request)
  })
  app.get('/', (request, reply) => sendPage(reply, request))
}

function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  const isStoredPosition = !/^\/(api|files|assets|fonts|ocr|metrics|collaboration|socket)(\/|$)/.test(path)
  return isStoredPosition && (request.method === 'GET' || request.method === 'HEAD')
}

type SendPage = (reply: FastifyReply, request: FastifyRequest) => Promise<FastifyReply>

function createSendPage(
  directory: string,
  { hosts, describePage, paymentSiteOf }: Required<Omit<WebAppOptions, 'hosts'>> & Pick<WebAppOptions, 'hosts'>,
): SendPage {
  const findPage = createPageLoader(directory)
  const hostMeta = hosts === undefined ? '' : `<meta name="knowreel-host" content="${hosts.parentHost}" />`
  return async (reply, request) => {
    const notes = await describePage(pathOf(request), request.ip)
    const page = findPage()
    if (page === null) return sendUnavailable(reply)
    allowScripts(reply, page)
    if (notes?.isFramed) allowFraming(reply)
    const paymentSite = paymentSiteOf(pathOf(request))
    if (paymentSite !== null) allowPayments(reply, paymentSite)
    const head = hostMeta + (notes?.head ?? '')
    if (head === '') return sendBuiltPage(reply, request, page)
    // An unknown host gets the page too, which explains it, but with status 404.
    const isKnown = hosts === undefined || (await hosts.isKnown(request.headers.host))
    const title = notes?.title
    const titled =
      title === undefined ? page.html : page.html.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    return reply
      .code(isKnown ? 200 : 404)
      .header('cache-control', notes === null ? 'no-cache' : 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(titled.replace('<head>', () => `<head>${head}`))
  }
}

/** During a build, the page would request files that are gone or not there yet. */
const sendUnavailable = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({ 'retry-after': '5', refresh: '5', 'cache-control': 'no-store' })
    .type('text/plain')
    .send('The web app is not built yet. Where that takes longer than a minute, run "npm start".')

/** Always revalidated, because it would otherwise name files of an old build. */
function sendBuiltPage(reply: FastifyReply, request: FastifyRequest, page: BuiltPage): FastifyReply {
  void reply.headers({ 'cache-control': 'no-cache', etag: page.etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
  void reply.type('text/html; charset=utf-8')
  const accepted = parseAcceptedEncodings(request.headers['accept-encoding'])
  const packing = (['br', 'gzip'] as const).find((name) => accepted.has(name))
  if (packing === undefined) return reply.send(page.html)
  return reply.header('content-encoding', packing).send(page.compressed[packing])
}

/** Inline scripts run only by their hash, which belongs to this version of the page. */
function allowScripts(reply: FastifyReply, { scriptHashes }: BuiltPage): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  const allowed = ["script-src 'self'", ...scriptHashes].join(' ')
  void reply.header('content-security-policy', policy.replace("script-src 'self'", allowed))
}

/** Every other page may only be framed by our own. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'))
  void reply.removeHeader('x-frame-options')
}

/** A form of another site, which may open a window of a bank or a wallet. */
function allowPayments(reply: FastifyReply, site: string): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  const extended = policy.replaceAll(
    /(script-src|style-src|img-src|font-src|connect-src|frame-src) [^;]*/g,
    (directive) => `${directive} ${site}`,
  )
  const permissions = String(reply.getHeader('permissions-policy') ?? '')
  void reply.headers({
    'content-security-policy': extended,
    'permissions-policy': permissions.replace('payment=()', 'payment=*'),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  })
}
