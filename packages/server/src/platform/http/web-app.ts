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

export async function registerWebApp(app: FastifyInstance, directory: string, hosts?: PageHosts): Promise<void> {
  const isBuilt = existsSync(path.join(directory, 'index.html'))
  const sendPage = isBuilt && hosts ? pageOfHosts(directory, hosts) : sendFile
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
    if (!isBuilt) return reply.code(503).type('text/plain').send('The web app is not built yet: run "npm start".')
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

const sendFile: SendPage = (reply) => reply.sendFile('index.html', { cacheControl: false })

/** A host nobody has answers with the page as well, which says so, but not with its status. */
function pageOfHosts(directory: string, { parentHost, isKnown }: PageHosts): SendPage {
  const page = readFileSync(path.join(directory, 'index.html'), 'utf8')
  const told = page.replace('<head>', `<head><meta name="knowreel-host" content="${parentHost}" />`)
  return async (reply, request) =>
    reply
      .code((await isKnown(request.headers.host)) ? 200 : 404)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(told)
}
