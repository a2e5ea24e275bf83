import type { WebSocket } from 'ws'

const closeMs = 1000

/** Resolves once it is closed; one that does not answer is cut off. */
export function closeSocket(ws: WebSocket, code: number, reason: string): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => ws.terminate(), closeMs)
    ws.once('close', () => {
      clearTimeout(cutOff)
      resolve()
    })
    ws.close(code, reason)
  })
}
