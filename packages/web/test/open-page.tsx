/** Opens a page of the real app, with its real providers and route tree, against a server that the test controls. */
import '../src/ui/style/fonts.css'
import '../src/ui/style/tokens.css'
import '../src/ui/style/mantine-base.css'
import '../src/ui/style/base.css'
import '../src/ui/style/icon.css'
import '../src/ui/style/controls.css'
import type { QueryClient } from '@tanstack/react-query'
import { createBrowserHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { App } from '../src/app/app.tsx'
import { buildRouter } from '../src/app/router.tsx'
import { connectSessionErrorHandlers } from '../src/app/session-error-handlers.ts'
import { closeNotifications } from '../src/notification/panel/panel-state.ts'
import { buildQueryClient } from '../src/platform/query-client.ts'
import { removeToken, storeToken } from '../src/platform/session/session-token.ts'
import { dismissToast } from '../src/ui/toast/toast.ts'
import { FakeServer, refuse, type Answers } from './fake-server.ts'
import { interceptSockets, type FakeSocket } from './fake-socket.ts'
import { aSession, type Session } from './samples.ts'

export type OpenedPage = {
  readonly server: FakeServer
  readonly session: Session
  /** Every socket that the page opened, oldest first. */
  readonly sockets: readonly FakeSocket[]
  /** Renders the URL from scratch, without the state of the page; the server and the browser's storage stay. */
  readonly open: (address: string) => void
  readonly reload: () => void
}

type OpenPageOptions = {
  /** Null: a guest. Default: the owner of a company. */
  session?: Session | null
  answers?: Answers
  /** CSS pixels; default: a laptop. */
  width?: number
  height?: number
  /** Renders twice and runs effects twice, as the page does in development. */
  isStrict?: boolean
  /** The page is at the own host of this company. */
  hostSlug?: string
}

const desktop = { width: 1280, height: 800 }
export const phone = { width: 390, height: 844 }

/** Every page with a recording requests its transcript. */
const noTranscript = { engine: null, abilities: { edit: false }, translations: [], recordings: [] }

/**
 * The responses that every signed-in page requests, for a person without updates. Also applies to a guest who signs in.
 */
export const memberAnswers = (session: Session): Answers => ({
  'user.me': session,
  'session.ticket': { token: 'ticket' },
  'notification.list': { notifications: [], time: 1_800_000_000, count: 0 },
  ...(session.user.company
    ? {
        'workspace.list': { items: [] },
        'article.list': { articles: [] },
        'article.previews': { previews: [] },
        'draft.count': { draftsCount: 0 },
        'draft.list': { articles: [], count: 0 },
        'meeting.count': { count: 0 },
        'meeting.list': { meetings: [], count: 0 },
        'meeting.filters': { filters: { organizedBy: [], workspace: [] } },
        'calendar.get': { feed: null, botAddress: null },
        'billing.listPrices': { prices: [], usersCount: 1 },
        'billing.listSubscriptions': { subscriptions: [] },
        'search.history': { history: { _id: 'history', questions: [] } },
      }
    : {
        'workspace.list': refuse('no_company'),
        'article.list': refuse('no_company'),
        'draft.count': refuse('no_company'),
        'meeting.count': refuse('no_company'),
      }),
})

/** Companies have their own hosts, below the host of the page. */
export function enableCompanyHosts(): void {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'knowreel-host', content: location.host })
  document.head.append(meta)
  runWhenClosed(() => meta.remove())
}

let unmount: (() => void) | null = null
const cleanups: (() => void)[] = []
/** For what a test renders without a page. */
export const runWhenClosed = (end: () => void): void => void cleanups.push(end)

/** The addresses at which the page would load a new document; it is kept instead. */
export function catchNavigation(pathname: string): readonly string[] {
  const caught: string[] = []
  const listen = (event: NavigateEvent) => {
    const url = new URL(event.destination.url)
    if (url.pathname !== pathname || !event.cancelable || event.destination.sameDocument) return
    event.preventDefault()
    caught.push(url.origin === location.origin ? url.pathname + url.search : url.href)
  }
  navigation.addEventListener('navigate', listen)
  runWhenClosed(() => navigation.removeEventListener('navigate', listen))
  return caught
}

/** Responds to the requests of the test until its page is closed. */
export function startFakeServer(answers: Answers): FakeServer {
  const server = new FakeServer()
  server.answer(answers)
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init = {}) => {
    const target = new URL(input instanceof Request ? input.url : input, location.href)
    init.signal?.throwIfAborted()
    const answer = await server.handle(target, init)
    init.signal?.throwIfAborted()
    return answer ?? realFetch(input, init)
  }
  cleanups.push(
    () => (globalThis.fetch = realFetch),
    () => expect(server.violations.map(String).join(' ; ')).toBe(''),
  )
  return server
}

export async function openPage(address: string, options: OpenPageOptions = {}): Promise<OpenedPage> {
  const session = options.session === undefined ? aSession() : options.session
  const server = startFakeServer(session ? memberAnswers(session) : {})
  server.answer({
    'transcription.words': noTranscript,
    'review.get': { review: null },
    'article.backlinks': { articles: [], count: 0 },
  })
  server.answer(options.answers ?? {})
  const { sockets, restore } = interceptSockets()
  cleanups.push(restore)

  if (session) storeToken('token')
  else removeToken()
  const { width = desktop.width, height = desktop.height } = options
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)

  const open = (url: string) => {
    unmount?.()
    history.replaceState(null, '', url)
    unmount = renderApp(options)
  }
  open(address)
  const reload = () => open(location.pathname + location.search)
  return { server, session: session ?? aSession(), sockets, open, reload }
}

// The router calls these without their object if a page navigates while it is being closed.
for (const name of ['pushState', 'replaceState'] as const) history[name] = history[name].bind(history)

function renderApp({ isStrict = false, hostSlug }: OpenPageOptions): () => void {
  const queryClient: QueryClient = buildQueryClient()
  const browserHistory = createBrowserHistory()
  const router = buildRouter(queryClient, browserHistory)
  connectSessionErrorHandlers(router, queryClient, () => undefined)
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  const root = createRoot(container)
  const app = <App queryClient={queryClient} router={router} hostSlug={hostSlug} />
  root.render(isStrict ? <StrictMode>{app}</StrictMode> : app)
  return () => {
    root.unmount()
    // A query that waits for its next attempt would send it to the server of the next test.
    void queryClient.cancelQueries()
    queryClient.clear()
    browserHistory.destroy()
    container.remove()
  }
}

/** Removes everything of the page, and fails the test for requests that its server did not expect. */
export async function closePage(): Promise<void> {
  unmount?.()
  unmount = null
  // React cleans effects up in a later task: until then, the live socket may still send requests to this test's server.
  await new Promise((resolve) => setTimeout(resolve))
  dismissToast()
  closeNotifications()
  localStorage.clear()
  sessionStorage.clear()
  // What the page changed is undone even if one of these fails, or the next tests would begin with it.
  const failures = cleanups.splice(0).flatMap((end) => {
    try {
      end()
      return []
    } catch (error) {
      return [error]
    }
  })
  forgetEditor()
  if (failures.length > 0) throw failures[0]
}

/** One-key commands wait for a second after an editor was left; the next test starts without. */
function forgetEditor(): void {
  const editor = document.createElement('div')
  editor.contentEditable = 'true'
  document.body.append(editor)
  const leave = new FocusEvent('focusout', { bubbles: true })
  Object.defineProperty(leave, 'timeStamp', { value: -Infinity })
  editor.dispatchEvent(leave)
  editor.remove()
}
