/**
 * Serves the built web app: hashed assets for ever, the page itself always asked for anew. Every address that is not a
 * file, the API or a socket answers with the page, whose router takes over.
 */
import fastifyStatic from '@fastify/static'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathOf } from './http-server.ts'

const yearSeconds = 31_536_000

/** `'sha256-…'` of each inline script of the built page, for the content security policy. */
export function inlineScriptHashes(directory: string): string[] {
  const page = path.join(directory, 'index.html')
  if (!existsSync(page)) return []
  const scripts = readFileSync(page, 'utf8').matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return [...scripts].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  )
}

/** The page is always asked for anew, or it would name files of a build that is gone. */
function cacheControlOf(file: string): string {
  if (file.startsWith('index.html')) return 'no-cache'
  // Fonts have no hash, but a new cut would get a new name.
  const isForEver = /^(assets|fonts)[\\/]/.test(file)
  return isForEver ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600'
}

/** Hosts below our own that have the page too. */
export type PageHosts = {
  /** Above them all; the page is told of it, for the cookie that they share. */
  readonly parentHost: string
  /** Whether the page at this host is about something that is there. */
  readonly isKnown: (host: string | undefined) => Promise<boolean>
}

/** What a page says of itself before its app runs, to programs that read no more than that. */
export type PageNotes = {
  readonly title?: string
  /** Goes into the head as it is: whoever makes it has escaped it. */
  readonly head: string
  /** Pages of others may show this one in a frame. */
  readonly isFramed: boolean
}

type WebAppOptions = {
  readonly hosts?: PageHosts | undefined
  /** By the path of the page and the address of who asks; null where there is nothing to say. */
  readonly describePage?: (path: string, address: string) => Promise<PageNotes | null>
}

export async function registerWebApp(
  app: FastifyInstance,
  directory: string,
  { hosts, describePage = async () => null }: WebAppOptions = {},
): Promise<void> {
  const isBuilt = existsSync(path.join(directory, 'index.html'))
  const sendPage = isBuilt ? createSendPage(directory, { hosts, describePage }) : sendNothing
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: directory,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, file) => {
        void response.header('cache-control', cacheControlOf(path.relative(directory, file)))
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) throw new AppError('not_found')
    return sendPage(reply, request)
  })
  if (isBuilt) app.get('/', async (request, reply) => sendPage(reply, request))
}

function wantsPage(request: FastifyRequest): boolean {
  const path = pathOf(request)
  const isPlace = !/^\/(api|files|assets|fonts|collaboration|socket)(\/|$)/.test(path)
  return isPlace && (request.method === 'GET' || request.method === 'HEAD')
}

type SendPage = (reply: FastifyReply, request: FastifyRequest) => FastifyReply | Promise<FastifyReply>

const sendNothing: SendPage = (reply) =>
  reply.code(503).type('text/plain').send('The web app is not built yet: run "npm start".')

function createSendPage(
  directory: string,
  { hosts, describePage }: Required<Pick<WebAppOptions, 'describePage'>> & Pick<WebAppOptions, 'hosts'>,
): SendPage {
  const page = readFileSync(path.join(directory, 'index.html'), 'utf8')
  const hostMeta = hosts === undefined ? '' : `<meta name="knowreel-host" content="${hosts.parentHost}" />`
  return async (reply, request) => {
    const notes = await describePage(pathOf(request), request.ip)
    if (notes?.isFramed) letFrame(reply)
    const head = hostMeta + (notes?.head ?? '')
    if (head === '') return reply.sendFile('index.html', { cacheControl: false })
    // A host nobody has answers with the page as well, which says so, but not with its status.
    const isKnown = hosts === undefined || (await hosts.isKnown(request.headers.host))
    const title = notes?.title
    const titled = title === undefined ? page : page.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
    return reply
      .code(isKnown ? 200 : 404)
      .header('cache-control', notes === null ? 'no-cache' : 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(titled.replace('<head>', () => `<head>${head}`))
  }
}

/** Every other page is shown in frames of our own only. */
function letFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, 'frame-ancestors *'))
  void reply.removeHeader('x-frame-options')
}
