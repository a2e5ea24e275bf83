import { LIVE_PATH } from '@knowreel/shared/notification/live-address.ts'
import { TICKET_PARAMETER } from '@knowreel/shared/stream/stream-address.ts'
import { api } from '../platform/api/api.ts'
import { webSocketOrigin } from '../platform/api/web-socket-origin.ts'
import { openLiveLine } from './live-line.ts'

/** One line for everything on this page that listens. */
export const liveLine = openLiveLine({
  getTicket: async () => (await api.session.ticket()).token,
  addressOf: (ticket) => `${webSocketOrigin()}${LIVE_PATH}?${new URLSearchParams({ [TICKET_PARAMETER]: ticket })}`,
  isHidden: () => document.visibilityState === 'hidden',
})

document.addEventListener('visibilitychange', liveLine.wake)
window.addEventListener('online', liveLine.wake)
