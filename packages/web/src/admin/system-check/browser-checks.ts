/** Checks that only the browser of a super admin can make: its own way through the proxy, and its clock. */
import { LIVE_PATH } from '@knowreel/shared/socket/session-socket.ts'
import { webSocketAdvice, webSocketLines } from '@knowreel/shared/system-check/proxy-lines.ts'
import type { Check } from '@knowreel/shared/system-check/system-check.calls.ts'
import { api } from '../../platform/api/api.ts'
import { ticketUrl } from '../../platform/sockets/reconnecting-socket.ts'
import * as texts from '../texts.ts'

const timeoutMs = 10_000
const clockToleranceMs = 30_000

type Finding = Pick<Check, 'state' | 'result'> & Partial<Pick<Check, 'advice' | 'lines'>>

const toCheck = (name: string, title: string, startedAt: number, finding: Finding): Check => ({
  name,
  title,
  advice: null,
  lines: [],
  milliseconds: Math.round(performance.now() - startedAt),
  ...finding,
})

/** Opens the live socket and waits for an answer, because a proxy may open sockets and pass nothing. */
export async function checkBrowserConnection(): Promise<Check> {
  const startedAt = performance.now()
  const isConnected = await api.session
    .ticket()
    .then(({ token }) => answers(ticketUrl(LIVE_PATH, token)))
    .catch(() => false)
  const finding: Finding = isConnected
    ? { state: 'ok', result: texts.webSocketsReachThisBrowser }
    : {
        state: 'failure',
        result: texts.noWebSocketReachesThisBrowser,
        advice: webSocketAdvice,
        lines: webSocketLines,
      }
  return toCheck('browser-connection', texts.connectionsOfThisBrowser, startedAt, finding)
}

function answers(url: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = new WebSocket(url)
  const timer = setTimeout(() => resolve(false), timeoutMs)
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'ping' })))
  socket.addEventListener('message', () => resolve(true))
  socket.addEventListener('error', () => resolve(false))
  socket.addEventListener('close', () => resolve(false))
  return promise.finally(() => {
    clearTimeout(timer)
    socket.close()
  })
}

/** `sentAt` and `receivedAt` are times of this browser around the response that carried the server's time. */
export function compareBrowserClock(serverTime: string, sentAt: number, receivedAt: number): Check {
  const differenceMs = Math.abs(Date.parse(serverTime) - (sentAt + receivedAt) / 2)
  const isRight = differenceMs < clockToleranceMs
  return toCheck('browser-clock', texts.clockOfThisBrowser, performance.now(), {
    state: isRight ? 'ok' : 'warning',
    result: texts.secondsFromTheServer((differenceMs / 1000).toFixed(1)),
    advice: isRight ? null : texts.setTheClock,
  })
}
