import { ApiError } from '../../platform/api/api-error.ts'
import { LoadError } from '../../ui/load-error.tsx'

type SharedLoadErrorProps = { error: Error; onRetry: () => void; isRetrying: boolean }

/** Too many questions from one place say so; everything else may pass by itself. */
export const SharedLoadError = ({ error, ...again }: SharedLoadErrorProps) => (
  <LoadError
    text={error instanceof ApiError && error.status === 429 ? error.message : 'The article could not be loaded.'}
    {...again}
  />
)
