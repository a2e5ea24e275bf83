import { ApiError } from '../platform/api/api-error.ts'
import { LoadError } from '../ui/page/load-error.tsx'
import * as texts from './texts.ts'

type SharedLoadErrorProps = { error: Error; onRetry: () => void; isRetrying: boolean }

/** Rate limiting has its own message; every other error may be temporary. */
export const SharedLoadError = ({ error, ...again }: SharedLoadErrorProps) => (
  <LoadError
    text={error instanceof ApiError && error.status === 429 ? error.message : texts.theArticleCouldNotBe}
    {...again}
  />
)
