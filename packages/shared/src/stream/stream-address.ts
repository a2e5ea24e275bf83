/** Where streams are, and how they end; without the shapes, so that a page can name them for little. */

export const STREAM_PATH = '/socket/'

/** Query parameter with the ticket of `POST /user/ticket`. */
export const TICKET_PARAMETER = 'token'

export const streamCloseCodes = { warning: 3000, success: 3001, error: 3002, restart: 1012 } as const
