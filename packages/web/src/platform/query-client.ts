import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api/api-error.ts'
import { handleError, handleSessionError, reportFault } from './api/handle-error.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
    mutationMeta: Meta
    defaultError: Error
  }
}

type Meta = {
  /** The screen itself shows the error (at the field, in place of the list), so no message is shown. */
  isErrorShown?: boolean
  /** Also fetched again whenever the live socket reports something. */
  isLive?: boolean
}

const staleMs = 30_000
const maxRetries = 2

function reportError(error: Error, meta: Meta | undefined): void {
  if (!meta?.isErrorShown) return handleError(error)
  handleSessionError(error)
  reportFault(error)
}

/** Retries only what may succeed a moment later, at most twice, to spare a failing server. */
export function shouldRetry(failures: number, error: Error): boolean {
  const isPassing =
    error instanceof ApiError &&
    (error.isConnectionError || error.status === 502 || error.status === 503 || error.status === 504)
  return isPassing && failures < maxRetries
}

/** Milliseconds before the next attempt: about 0.5 s, then 1 s, spread so that many tabs do not retry together. */
const retryDelay = (failures: number) => 500 * 2 ** failures * (0.75 + Math.random() / 2)

export function buildQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => reportError(error, query.meta) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, _result, mutation) => reportError(error, mutation.meta),
    }),
    defaultOptions: {
      queries: { staleTime: staleMs, retry: shouldRetry, retryDelay, networkMode: 'offlineFirst' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
