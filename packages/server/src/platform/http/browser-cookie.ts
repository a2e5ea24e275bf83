/**
 * A cookie that marks the browser in which a detour over another site begins, so that it can only end there. It grants
 * no access.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'

type CookieOptions = { readonly name: string; readonly path: string; readonly lifetimeMs: number }

export type BrowserCookie = {
  /** The mark of this browser; null without one. */
  read(request: FastifyRequest): string | null
  /** Marks the browser; a mark that it already has stays, because another tab may use it. */
  mark(request: FastifyRequest, reply: FastifyReply, origin: string): string
  clear(reply: FastifyReply, origin: string): void
}

export function createBrowserCookie({ name, path, lifetimeMs }: CookieOptions): BrowserCookie {
  const pattern = new RegExp(`(?:^|; )${name}=([\\w-]{32})(?:;|$)`)
  const read = (request: FastifyRequest) => pattern.exec(request.headers.cookie ?? '')?.[1] ?? null
  /** Lax: the other site redirects back. */
  const set = (reply: FastifyReply, origin: string, value: string) => {
    const secure = origin.startsWith('https:') ? '; Secure' : ''
    void reply.header('set-cookie', `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure}`)
  }
  return {
    read,
    mark(request, reply, origin) {
      const browser = read(request) ?? randomBytes(24).toString('base64url')
      set(reply, origin, `${browser}; Max-Age=${lifetimeMs / 1000}`)
      return browser
    },
    clear: (reply, origin) => set(reply, origin, '; Max-Age=0'),
  }
}
