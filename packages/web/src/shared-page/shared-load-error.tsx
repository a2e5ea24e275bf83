import { ApiError } from '../platform/api/api-error.ts'
import { LoadError } from '../ui/page/load-error.tsx'

type SharedLoadErrorProps = { error: Error; onRetry: () => void; isRetrying: boolean }

/** Rate limiting has its own message; every other error may be temporary. */
export const SharedLoadError = ({ error, ...again }: SharedLoadErrorProps) => (
  <LoadError
    text={error instanceof ApiError && error.status === 429 ? error.message : 'The article could not be loaded.'}
    {...again}
  />
)
